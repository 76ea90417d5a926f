import { Injectable } from '@nestjs/common';
import { nameInMail } from '@portal/contract';
import { Ids, type Secret } from '@portal/kernel';
import { SealedBox } from '../crypto/sealed-box.js';
import type { Tx } from '../database/tx.js';
import { defineEvent } from '../events/event-type.js';
import { Outbox } from '../events/outbox.js';
import { MailReaders } from './mail-readers.js';
import type { MailTopic } from './mail-topics.js';
import { mailSeal } from './mailed-token.js';

export const MailQueued = defineEvent<{ mail_id: string }>('mail.queued', 1);

export interface Mail {
  to: string;
  topic: MailTopic;
  /** Names in it are shown without addresses and hidden characters; nothing else of others belongs here. */
  subject: string;
  text: string;
  /** Stands for `TOKEN_PLACE` in the text; sealed until the mail leaves, and shown nowhere else. */
  token?: Secret;
  /** Page of the portal where the reader goes on, absent when a link works only from the mail. */
  path?: string;
}

const SUBJECT_MAX = 200;

/**
 * Mail leaves with the transaction: a row, sent by the worker (SMTP), readable in a sandbox at /api/v1/sandbox/mail. Whoever
 * has an account under the address sees it in the portal too, also when they chose not to be mailed about its topic.
 */
@Injectable()
export class Mailer {
  constructor(
    private readonly ids: Ids,
    private readonly outbox: Outbox,
    private readonly readers: MailReaders,
    private readonly box: SealedBox,
  ) {}

  async send(tx: Tx, mail: Mail): Promise<void> {
    const tidy = { ...mail, subject: nameInMail(mail.subject, SUBJECT_MAX) };
    if (!(await this.readers.show(tx, tidy))) return;
    const id = this.ids.next();
    const sealed = mail.token === undefined ? null : this.box.seal(mail.token, mailSeal(id));
    await tx.query(
      'insert into platform.mail_messages (id, recipient, topic, subject, body, sealed_token) values ($1, $2, $3, $4, $5, $6)',
      [id, tidy.to, tidy.topic, tidy.subject, tidy.text, sealed],
    );
    await this.outbox.emit(tx, MailQueued, { mail_id: id });
  }
}
