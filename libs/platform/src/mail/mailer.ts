import { Injectable } from '@nestjs/common';
import { nameInMail } from '@portal/contract';
import { Ids, type Secret } from '@portal/kernel';
import { SealedBox } from '../crypto/sealed-box.js';
import type { Tx } from '../database/transaction/tx.js';
import { defineEvent } from '../events/event-type.js';
import { MailReaders } from './mail-readers.js';
import type { MailTopic } from './mail-topics.js';
import { mailSeal } from './mailed-token.js';

export const MailQueued = defineEvent<{ mail_id: string }>('mail.queued', 1);

export interface Mail {
  to: string;
  topic: MailTopic;
  /** Names in it are shown without URLs and hidden characters; it must contain no other user input. */
  subject: string;
  text: string;
  /** Replaces `TOKEN_PLACE` in the text; encrypted until the mail is sent, and shown nowhere else. */
  token?: Secret;
  /** Page of the portal where the reader continues; absent when a link works only from the mail. */
  path?: string;
  /**
   * The notification is shown at once, its mail waits for the summary of the day. Those of one group are one
   * notification, with how many there were and the sum of their amounts.
   */
  daily?: { readonly group: string; readonly sum: { amount_minor: string; currency: string } | undefined };
}

const SUBJECT_MAX = 200;

/**
 * Queues mail in the transaction; the worker sends it (SMTP), and a sandbox shows it at /api/v1/sandbox/mail. If the
 * address has an account, the mail is also a notification in the portal, even when the person has turned off mail about
 * its topic.
 */
@Injectable()
export class Mailer {
  constructor(
    private readonly ids: Ids,
    private readonly readers: MailReaders,
    private readonly box: SealedBox,
  ) {}

  async send(tx: Tx, mail: Mail): Promise<void> {
    const tidy = { ...mail, subject: nameInMail(mail.subject, SUBJECT_MAX) };
    if (await this.readers.show(tx, tidy)) await this.queue(tx, tidy);
  }

  /** Only mails it: it was shown already. */
  async queue(tx: Tx, mail: Omit<Mail, 'topic' | 'path'> & { topic?: MailTopic }): Promise<void> {
    const id = this.ids.next();
    const sealed = mail.token === undefined ? null : this.box.seal(mail.token, mailSeal(id));
    await tx.query(
      'insert into platform.mail_messages (id, recipient, topic, subject, body, sealed_token) values ($1, $2, $3, $4, $5, $6)',
      [id, mail.to, mail.topic ?? null, mail.subject, mail.text, sealed],
    );
    await tx.emit(MailQueued, { mail_id: id });
  }
}
