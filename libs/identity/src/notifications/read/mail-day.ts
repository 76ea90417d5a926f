import { Injectable } from '@nestjs/common';
import { utcDay } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { Database, Transactor } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';

/** Notices in one mail; the others are in the portal. */
const LISTED = 100;
const BEFORE_TODAY = `daily is not null and at < date_trunc('day', (select platform.portal_now()), 'UTC')`;

/** Mails each person what waits for the summary of a day, once that day (UTC) is over. */
@Injectable()
export class MailDay {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly transactor: Transactor,
    private readonly mailer: Mailer,
  ) {}

  async execute(): Promise<void> {
    const people = await this.database.query<{ id: string; email: string }>(
      `select id, email from identity.users where id in (select user_id from identity.notifications where ${BEFORE_TODAY})`,
    );
    for (const { id, email: to } of people)
      await this.transactor.run(async (tx) => {
        const notices = await tx.query<{ subject: string; text: string; mailed: boolean; at: Date }>(
          `update identity.notifications set daily = null where user_id = $1 and ${BEFORE_TODAY} returning subject, text, mailed, at`,
          [id],
        );
        const mailed = notices.filter((one) => one.mailed);
        const [first] = mailed;
        if (!first) return;
        const more = `${mailed.length > LISTED ? `The first ${LISTED} of ${mailed.length}. ` : ''}All notifications: ${this.config.publicUrl}/notifications`;
        const listed = mailed.slice(0, LISTED).map(({ subject, text }) => `${subject}\n${text}`);
        const subject = `Your Drives on ${utcDay(first.at)}: ${mailed.length === 1 ? first.subject : `${mailed.length} notices`}`;
        await this.mailer.queue(tx, { to, subject, text: [...listed, more].join('\n\n') });
      });
  }
}
