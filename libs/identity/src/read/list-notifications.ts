import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, type Actor, type MailTopic } from '@portal/platform';
import { UNREAD_COUNTED } from '../domain/notification.js';
import type { NotificationView, UnreadView } from '../http/notifications.view.js';
import { ownSession } from '../own-session.js';

interface Row extends Omit<NotificationView, 'at' | 'read_at'> {
  at: Date;
  read_at: Date | null;
}

/** What was sent to the caller. */
@Injectable()
export class ListNotifications {
  constructor(private readonly database: Database) {}

  /** Newest first. @throws AppError `session_required` (403). */
  async execute(
    actor: Actor,
    query: { cursor?: string; limit: number; unread: boolean; topic?: MailTopic },
  ): Promise<Page<NotificationView>> {
    const [before] = query.cursor ? decodeCursor(query.cursor, 1) : [null];
    const rows = await this.database.query<Row>(
      `select id, topic, subject, text, path, mailed, at, read_at from identity.notifications
       where user_id = $1 and ($2::uuid is null or id < $2) and (not $3 or read_at is null) and ($4::text is null or topic = $4)
       order by id desc limit $5`,
      [ownSession(actor).userId, before, query.unread, query.topic ?? null, query.limit + 1],
    );
    return toPage(
      rows,
      query.limit,
      (row) => [row.id],
      (row) => ({ ...row, at: row.at.toISOString(), read_at: row.read_at?.toISOString() ?? null }),
    );
  }

  /** @throws AppError `session_required` (403). */
  async unread(actor: Actor): Promise<UnreadView> {
    const rows = await this.database.query<{ id: string }>(
      'select id from identity.notifications where user_id = $1 and read_at is null order by id desc limit $2',
      [ownSession(actor).userId, UNREAD_COUNTED],
    );
    return { unread: rows.length, newest_id: rows[0]?.id ?? null };
  }
}
