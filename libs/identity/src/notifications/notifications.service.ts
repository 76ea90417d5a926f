import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Database, isoDates, Transactor, type RowOf } from '@portal/platform/database';
import { MAIL_TOPIC_KEYS, MAIL_TOPICS, type MailTopic } from '@portal/platform/mail';
import { identityErrors } from '../errors.js';
import { ownSession } from '../sessions/own-session.js';
import { UNREAD_COUNTED } from './domain/notification.js';
import type { MailChoiceView, NotificationView, UnreadView } from './notifications.view.js';

const AT_HOME = 6;

interface Filter {
  cursor?: string;
  limit: number;
  unread: boolean;
  folded: boolean;
  topic?: MailTopic;
  item?: string;
}

/** The filter also applies to the counts per item, so that they equal what the list shows. */
const asked = (row: string): string => `(not $3 or ${row}.read_at is null) and ($4::text is null or ${row}.topic = $4)`;

/** The caller's notifications, and what they get mail about. Every method @throws AppError `session_required` (403). */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
  ) {}

  /** Newest first; `folded` returns only the newest matching one of each item. */
  async list(actor: Actor, query: Filter): Promise<Page<NotificationView>> {
    const [before] = query.cursor ? decodeCursor(query.cursor, 1) : [null];
    const { unread, folded, topic = null, item = null } = query;
    const rows = await this.database.query<RowOf<NotificationView, 'at' | 'read_at'>>(
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
    return toPage(rows, query.limit, ['id'], isoDates);
  }

  /** For a home: the newest of each matter; none for an API token, which has no notifications. */
  async latest(actor: Actor): Promise<NotificationView[]> {
    if (actor.sessionId === undefined) return [];
    return (await this.list(actor, { limit: AT_HOME, unread: false, folded: true })).items;
  }

  async unread(actor: Actor): Promise<UnreadView> {
    const [row] = await this.database.query<UnreadView>(
      `with unread as (select id, item from identity.notifications where user_id = $1 and read_at is null)
       select (select count(*)::int from (select distinct item from unread limit $2) items) as unread,
         (select id from unread order by id desc limit 1) as newest_id`,
      [ownSession(actor).userId, UNREAD_COUNTED],
    );
    return row!;
  }

  /** Returns how many were marked. @throws AppError `notification_not_found` (404), also for another person's. */
  async markRead(actor: Actor, id: string): Promise<number> {
    const { userId } = ownSession(actor);
    const rows = await this.transactor.run((tx) =>
      tx.query(
        'update identity.notifications set read_at = coalesce(read_at, $3) where id = $1 and user_id = $2 returning 1',
        [id, userId, tx.now],
      ),
    );
    if (rows.length === 0) throw new AppError(identityErrors.notification_not_found);
    return 1;
  }

  /** Marks all (of one item) up to and including the newest one that was shown; returns how many were unread. */
  async markAllRead(actor: Actor, { upTo, item }: { upTo: string; item?: string | undefined }): Promise<number> {
    const { userId } = ownSession(actor);
    const rows = await this.transactor.run((tx) =>
      tx.query(
        `update identity.notifications set read_at = $3
         where user_id = $1 and read_at is null and id <= $2 and ($4::text is null or item = $4) returning 1`,
        [userId, upTo, tx.now, item ?? null],
      ),
    );
    return rows.length;
  }

  /** Every mail topic, and whether the caller gets mail about it. */
  async mailChoices(actor: Actor): Promise<Page<MailChoiceView>> {
    const rows = await this.database.query<{ topic: string }>(
      'select topic from identity.mail_choices where user_id = $1',
      [ownSession(actor).userId],
    );
    const off = new Set(rows.map(({ topic }) => topic));
    const items = MAIL_TOPIC_KEYS.map((topic) => ({ topic, ...MAIL_TOPICS[topic], mailed: !off.has(topic) }));
    return { items, next_cursor: null };
  }

  /**
   * Notifications that are not mailed still appear in the portal.
   * @throws AppError `mail_topic_not_found` (404), `mail_topic_mandatory` (422).
   */
  async chooseMail(actor: Actor, choice: { topic: string; mailed: boolean }): Promise<void> {
    const { userId } = ownSession(actor);
    const topic = MAIL_TOPIC_KEYS.find((one) => one === choice.topic);
    if (topic === undefined) throw new AppError(identityErrors.mail_topic_not_found);
    if (MAIL_TOPICS[topic].mandatory && !choice.mailed) throw new AppError(identityErrors.mail_topic_mandatory);
    await this.transactor.run((tx) =>
      tx.query(
        choice.mailed
          ? 'delete from identity.mail_choices where user_id = $1 and topic = $2'
          : 'insert into identity.mail_choices (user_id, topic) values ($1, $2) on conflict do nothing',
        [userId, topic],
      ),
    );
  }
}
