import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { MAIL_TOPICS, type Mail, type MailTopic } from '@portal/platform/mail';
import { keptText } from './domain/notification.js';

@Injectable()
export class NotificationsRepository {
  constructor(private readonly ids: Ids) {}

  /**
   * Stores a mail as a notification if its address belongs to a confirmed account. False when that person does not want
   * it mailed. Must run with row-level security bypassed.
   */
  async add(tx: Tx, { to, topic, subject, text, path }: Mail): Promise<boolean> {
    const [reader] = await tx.query<{ mailed: boolean }>(
      `with reader as (
         select u.id, $8 or not exists (select from identity.mail_choices c where c.user_id = u.id and c.topic = $3) as mailed
         from identity.users u where lower(u.email) = lower($2) and u.email_confirmed_at is not null and u.disabled_at is null),
       shown as (
         insert into identity.notifications (id, user_id, topic, subject, text, path, mailed, at)
         select $1, id, $3, $4, $5, $6, mailed, $7 from reader)
       select mailed from reader`,
      [this.ids.next(), to, topic, subject, keptText(text), path ?? null, tx.now, MAIL_TOPICS[topic].mandatory],
    );
    return reader?.mailed ?? true;
  }

  /** False when it does not exist or belongs to someone else. */
  async markRead(tx: Tx, userId: string, id: string): Promise<boolean> {
    const rows = await tx.query(
      'update identity.notifications set read_at = coalesce(read_at, $3) where id = $1 and user_id = $2 returning 1',
      [id, userId, tx.now],
    );
    return rows.length > 0;
  }

  /**
   * Marks notifications up to and including this id as read, of every item unless one is named; returns how many were
   * unread.
   */
  async markAllRead(tx: Tx, userId: string, upTo: string, item?: string): Promise<number> {
    const rows = await tx.query(
      `update identity.notifications set read_at = $3
       where user_id = $1 and read_at is null and id <= $2 and ($4::text is null or item = $4) returning 1`,
      [userId, upTo, tx.now, item ?? null],
    );
    return rows.length;
  }

  async choose(tx: Tx, userId: string, topic: MailTopic, mailed: boolean): Promise<void> {
    await tx.query(
      mailed
        ? 'delete from identity.mail_choices where user_id = $1 and topic = $2'
        : 'insert into identity.mail_choices (user_id, topic) values ($1, $2) on conflict do nothing',
      [userId, topic],
    );
  }
}
