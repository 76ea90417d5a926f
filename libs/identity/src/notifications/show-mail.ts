import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { MAIL_TOPICS, MailReaders, type Mail } from '@portal/platform/mail';
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
  async execute(tx: Tx, { to, topic, subject, text, path }: Mail): Promise<boolean> {
    const [reader] = await tx.bypassRowSecurity(() =>
      tx.query<{ mailed: boolean }>(
        `with reader as (
           select u.id, $8 or not exists (select from identity.mail_choices c where c.user_id = u.id and c.topic = $3) as mailed
           from identity.users u where platform.folded(u.email) = platform.folded($2) and u.email_confirmed_at is not null and u.disabled_at is null),
         shown as (
           insert into identity.notifications (id, user_id, topic, subject, text, path, mailed, at)
           select $1, id, $3, $4, $5, $6, mailed, $7 from reader)
         select mailed from reader`,
        [this.ids.next(), to, topic, subject, keptText(text), path ?? null, tx.now, MAIL_TOPICS[topic].mandatory],
      ),
    );
    return reader?.mailed ?? true;
  }
}
