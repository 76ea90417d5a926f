import { Injectable } from '@nestjs/common';
import { formatMinor, Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { MAIL_TOPICS, MailReaders, type Mail } from '@portal/platform/mail';
import { NotificationEntity } from './notification.entity.js';
import { keptText } from './domain/notification.js';

/** Stores each mail as a notification of its recipient, in the transaction that sends it. */
@Injectable()
export class ShowMail {
  constructor(
    readers: MailReaders,
    private readonly ids: Ids,
  ) {
    readers.register((tx, mail) => this.execute(tx, mail));
  }

  /**
   * Only if the address belongs to a confirmed account. False when that person has chosen not to get mail about the
   * topic. The caller is usually not the recipient.
   */
  async execute(tx: Tx, { to, topic, subject, text, path, daily }: Mail): Promise<boolean> {
    return tx.bypassRowSecurity(async () => {
      const [shown] = await tx.query<{ id: string; mailed: boolean; times: number; amount: string | null }>(
        `with reader as (
           select u.id, $8 or not exists (select from identity.mail_choices c where c.user_id = u.id and c.topic = $3) as mailed
           from identity.users u where platform.folded(u.email) = platform.folded($2) and u.email_confirmed_at is not null and u.disabled_at is null)
         insert into identity.notifications as n (id, user_id, topic, subject, text, path, mailed, at, daily, amount)
         select $1, id, $3, $4, $5, $6, mailed, $7, $9, $10 from reader
         on conflict (user_id, daily) where daily is not null do update
           set times = n.times + 1, amount = n.amount + excluded.amount, text = excluded.text, read_at = null
         returning id, mailed, times, amount`,
        [
          ...[this.ids.next(), to, topic, subject, keptText(text), path ?? null, tx.now, MAIL_TOPICS[topic].mandatory],
          ...[
            daily ? `${Math.floor(tx.now.getTime() / 86_400_000)} ${daily.group}` : null,
            daily?.sum?.amount_minor ?? null,
          ],
        ],
      );
      if (shown && shown.times > 1) {
        const sum =
          shown.amount === null ? '' : `, ${formatMinor(BigInt(shown.amount), daily?.sum?.currency ?? '')} in all`;
        await tx.manager.update(
          NotificationEntity,
          { id: shown.id },
          { subject: `${subject} (${shown.times} times${sum})` },
        );
      }
      return shown ? shown.mailed && !daily : true;
    });
  }
}
