import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { SealedBox } from '../crypto/sealed-box.js';
import { Database } from '../database/database.js';
import { EventProcessor } from '../events/event-processor.js';
import { measureCall } from '../health/measurements.js';
import { mailHtml } from './mail-html.js';
import { mailSeal, withToken } from './mailed-token.js';
import { MailQueued } from './mailer.js';

/** Sends queued mail by SMTP. Without a server (sandbox) the row itself is the mailbox. */
@Injectable()
export class SendMailProcessor extends EventProcessor<{ mail_id: string }> {
  readonly event = MailQueued;
  readonly consumer = 'platform.send-mail';

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly box: SealedBox,
  ) {
    super();
  }

  async handle({ mail_id }: { mail_id: string }): Promise<void> {
    const smtp = this.config.mail.smtpUrl;
    if (!smtp) return;
    const [mail] = await this.database.query<{
      recipient: string;
      subject: string;
      body: string;
      sealed_token: string | null;
      created_at: Date;
    }>(
      'select recipient, subject, body, sealed_token, created_at from platform.mail_messages where id = $1 and sent_at is null',
      [mail_id],
    );
    if (!mail) return;
    const text =
      mail.sealed_token === null
        ? mail.body
        : withToken(mail.body, this.box.open(mail.sealed_token, mailSeal(mail_id)));
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(smtp.reveal());
    // The message id is the row's, so that the receiver can recognise a repeat after a crash.
    const sent = {
      from: this.config.mail.from,
      to: mail.recipient,
      subject: mail.subject,
      text,
      html: mailHtml(mail.subject, text, this.config.publicUrl),
      // A retried mail keeps its place among later ones.
      date: mail.created_at,
      messageId: `<${mail_id}@drive-portal>`,
    };
    await measureCall('mail', () => transport.sendMail(sent));
    await this.database.query(
      `update platform.mail_messages set sent_at = clock_timestamp(), sealed_token = null,
         body = replace(body, 'token={token}', 'token=(sent)') where id = $1`,
      [mail_id],
    );
  }
}
