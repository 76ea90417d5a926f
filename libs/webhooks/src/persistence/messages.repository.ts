import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import type { Concerns, WebhookEventType } from '../domain/event-catalogue.js';

/** A message to send now, with its URL and the secrets that sign it, newest first. */
export interface ClaimedMessage {
  id: string;
  endpointId: string;
  /** Null for the host platform. */
  orgId: string | null;
  url: string;
  type: WebhookEventType;
  body: string;
  attempts: number;
  secrets: { id: string; sealed: string }[];
}

/** Longer than an attempt can take; messages of a dead worker become available after this time. */
const LEASE = "interval '60 seconds'";
/** Maximum time that a slow receiver delays others. */
const PER_ENDPOINT = 5;

/** Messages to endpoints of authors and the host. This table is the queue. Times of attempts are wall time. */
@Injectable()
export class MessagesRepository {
  /** Business time of an event; undefined for a message without an event. */
  async happenedAt(tx: Tx, eventId: string): Promise<Date | undefined> {
    return tx.value<Date>(
      'select created_at + (platform.portal_now() - clock_timestamp()) as at from platform.outbox_events where id = $1',
      [eventId],
    );
  }

  /** Inserts one message per subscribed webhook; repeating it changes nothing. Returns how many were inserted. */
  async add(
    tx: Tx,
    message: {
      eventId: string;
      type: WebhookEventType;
      body: string;
      concerns: Concerns;
      endpointId?: string;
      delayMs?: number;
    },
  ): Promise<number> {
    const { eventId, type, body, concerns, endpointId, delayMs = 0 } = message;
    const orgId = concerns === 'every_author' ? null : concerns.orgId;
    const rows = await tx.query(
      `insert into webhooks.messages (id, endpoint_id, event_id, type, body, created_at, next_attempt_at)
       select gen_random_uuid(), e.id, $1, $2, $3, $4, clock_timestamp() + $7::float8 * interval '1 millisecond' from webhooks.endpoints e
       where e.state <> 'disabled' and e.removed_at is null and case when $8 then e.org_id is not null else e.org_id is not distinct from $5::uuid end
         and case when $6::uuid is null then $2 = any(e.event_types) else e.id = $6 end
       on conflict do nothing returning 1 as added`,
      [eventId, type, body, tx.now, orgId, endpointId, delayMs, concerns === 'every_author'],
    );
    return rows.length;
  }

  /** Claims due messages, so that no other worker sends them. Only tests are sent to URLs that are not verified. */
  async claim(tx: Tx, limit: number): Promise<ClaimedMessage[]> {
    return tx.query<ClaimedMessage>(
      `with due as (
         select m.id, row_number() over (partition by m.endpoint_id order by m.next_attempt_at, m.id) as rank, m.next_attempt_at
         from webhooks.messages m join webhooks.endpoints e on e.id = m.endpoint_id
         where m.state = 'pending' and m.next_attempt_at <= clock_timestamp() and e.removed_at is null
           and (e.state = 'active' or e.state = 'unverified' and m.type = 'webhook.test')),
       taken as (
         select m.id from webhooks.messages m join due using (id) where due.rank <= ${PER_ENDPOINT} and m.state = 'pending'
           and m.next_attempt_at <= clock_timestamp() order by due.rank, due.next_attempt_at limit $1 for update of m skip locked)
       update webhooks.messages m set attempts = m.attempts + 1, next_attempt_at = clock_timestamp() + ${LEASE}
       from taken, webhooks.endpoints e where m.id = taken.id and e.id = m.endpoint_id
       returning m.id, m.endpoint_id as "endpointId", e.org_id as "orgId", e.url, m.type, m.body, m.attempts,
         (select jsonb_agg(jsonb_build_object('id', s.id, 'sealed', s.sealed) order by s.created_at desc)
          from webhooks.secrets s where s.endpoint_id = e.id and (s.ends_at is null or s.ends_at > clock_timestamp())) as secrets`,
      [limit],
    );
  }

  /** Records the result of an attempt. `nextMs` null: no further attempt. False when the message no longer exists. */
  async attempted(
    tx: Tx,
    message: ClaimedMessage,
    result: {
      state: 'pending' | 'delivered' | 'failed';
      nextMs: number | null;
      status: number | null;
      problem: string | null;
      tookMs: number;
    },
  ): Promise<boolean> {
    const rows = await tx.query(
      `update webhooks.messages set state = $2, last_status = $3, last_problem = $4,
         next_attempt_at = case when $5::bigint is null then next_attempt_at else clock_timestamp() + $5::bigint * interval '1 millisecond' end,
         ended_at = case when $2 = 'pending' then null else clock_timestamp() end
       where id = $1 and state = 'pending' and attempts = $6 returning 1 as noted`,
      [message.id, result.state, result.status, result.problem, result.nextMs, message.attempts],
    );
    if (rows.length > 0)
      await tx.query(
        `insert into webhooks.attempts (message_id, n, at, status, problem, took_ms) values ($1, $2, clock_timestamp(), $3, $4, $5)`,
        [message.id, message.attempts, result.status, result.problem, Math.round(result.tookMs)],
      );
    return rows.length > 0;
  }

  /** Queues the message for a new series of attempts. False when it is queued already, unknown or of another webhook. */
  async resend(tx: Tx, endpointId: string, messageId: string): Promise<boolean> {
    const rows = await tx.query(
      `update webhooks.messages set state = 'pending', attempts = 0, next_attempt_at = clock_timestamp(), ended_at = null
       where id = $1 and endpoint_id = $2 and state <> 'pending' returning 1 as again`,
      [messageId, endpointId],
    );
    if (rows.length > 0) await tx.query('delete from webhooks.attempts where message_id = $1', [messageId]);
    return rows.length > 0;
  }

  /** Turns a webhook off; its queued messages become failed. False when it is not active or was deleted. */
  async disable(tx: Tx, endpointId: string, reason: string): Promise<boolean> {
    const rows = await tx.query(
      `update webhooks.endpoints set state = 'disabled', disabled_reason = $2 where id = $1 and state = 'active' and removed_at is null returning 1 as off`,
      [endpointId, reason],
    );
    if (rows.length === 0) return false;
    await tx.query(
      `update webhooks.messages set state = 'failed', last_problem = coalesce(last_problem, 'the webhook was turned off'), ended_at = clock_timestamp()
       where endpoint_id = $1 and state = 'pending'`,
      [endpointId],
    );
    return true;
  }

  /**
   * Marks a URL that has passed a test as verified. False when it is verified already, off or was changed meanwhile.
   */
  verify(tx: Tx, { endpointId, url }: Pick<ClaimedMessage, 'endpointId' | 'url'>): Promise<boolean> {
    return tx.matched(
      `update webhooks.endpoints set state = 'active' where id = $1 and url = $2 and state = 'unverified' and removed_at is null returning 1 as verified`,
      [endpointId, url],
    );
  }

  /** Deletes ended messages, and messages queued for as long because their webhook was never verified. */
  async purgeBefore(tx: Tx, days: number): Promise<void> {
    await tx.query(
      `delete from webhooks.messages where (state <> 'pending' and ended_at < clock_timestamp() - $1::int * interval '1 day')
         or (state = 'pending' and next_attempt_at < clock_timestamp() - $1::int * interval '1 day')`,
      [days],
    );
  }
}
