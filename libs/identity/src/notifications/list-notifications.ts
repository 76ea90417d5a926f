import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Database } from '@portal/platform/database';
import type { MailTopic } from '@portal/platform/mail';
import { UNREAD_COUNTED } from './domain/notification.js';
import type { NotificationView, UnreadView } from './notifications.view.js';
import { ownSession } from '../sessions/own-session.js';

interface Row extends Omit<NotificationView, 'at' | 'read_at'> {
  at: Date;
  read_at: Date | null;
}

interface Asked {
  cursor?: string;
  limit: number;
  unread: boolean;
  folded: boolean;
  topic?: MailTopic;
  item?: string;
}

/** The filter also applies to the counts per item, so that they equal what the list shows. */
const asked = (row: string): string => `(not $3 or ${row}.read_at is null) and ($4::text is null or ${row}.topic = $4)`;

/** The caller's notifications. */
@Injectable()
export class ListNotifications {
  constructor(private readonly database: Database) {}

  /**
   * Newest first; `folded` returns only the newest matching one of each item.
   * @throws AppError `session_required` (403).
   */
  async execute(actor: Actor, query: Asked): Promise<Page<NotificationView>> {
    const [before] = query.cursor ? decodeCursor(query.cursor, 1) : [null];
    const { unread, folded, topic = null, item = null } = query;
    const rows = await this.database.query<Row>(
      `select n.id, n.topic, n.subject, n.text, n.path, n.mailed, n.at, n.read_at, n.item, together.of_item, together.unread_of_item
       from identity.notifications n cross join lateral (
         select count(*)::int as of_item, count(*) filter (where m.read_at is null)::int as unread_of_item
         from identity.notifications m where m.user_id = n.user_id and m.item = n.item and ${asked('m')}) together
       where n.user_id = $1 and ($2::uuid is null or n.id < $2) and ${asked('n')} and ($5::text is null or n.item = $5)
         and (not $6 or not exists (
           select from identity.notifications m where m.user_id = n.user_id and m.item = n.item and m.id > n.id and ${asked('m')}))
       order by n.id desc limit $7`,
      [ownSession(actor).userId, before, unread, topic, item, folded, query.limit + 1],
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
    const [row] = await this.database.query<UnreadView>(
      `with unread as (select id, item from identity.notifications where user_id = $1 and read_at is null)
       select (select count(*)::int from (select distinct item from unread limit $2) items) as unread,
         (select id from unread order by id desc limit 1) as newest_id`,
      [ownSession(actor).userId, UNREAD_COUNTED],
    );
    return row!;
  }
}
