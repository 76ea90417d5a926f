import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '../database/tx.js';
import { defineEvent } from '../outbox/event-type.js';
import { Outbox } from '../outbox/outbox.js';

export const MailQueued = defineEvent<{ mail_id: string }>('mail.queued', 1);

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Mail leaves with the transaction: a row, sent by the worker (SMTP), readable in a sandbox at /api/v1/sandbox/mail. */
@Injectable()
export class Mailer {
  constructor(
    private readonly ids: Ids,
    private readonly outbox: Outbox,
  ) {}

  async send(tx: Tx, mail: Mail): Promise<void> {
    const id = this.ids.next();
    const subject = mail.subject.replaceAll(/[\r\n]+/g, ' ');
    await tx.query('insert into platform.mail_messages (id, recipient, subject, body) values ($1, $2, $3, $4)', [
      id,
      mail.to,
      subject,
      mail.text,
    ]);
    await this.outbox.emit(tx, MailQueued, { mail_id: id });
  }
}
