import { Injectable } from '@nestjs/common';
import { distinctByIndex, type Tx } from '@portal/platform/database';
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
/** Messages of one webhook that are claimed and sent at the same time. */
export const PER_ENDPOINT = 5;

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

  /**
   * Claims due messages, so that no other worker sends them: a few of each webhook, whose backlog is not read. Only tests
   * are sent to URLs that are not verified. @param leaveAlone webhooks to which nothing is sent now
   */
  async claim(tx: Tx, limit: number, leaveAlone: readonly string[]): Promise<ClaimedMessage[]> {
    return tx.query<ClaimedMessage>(
      `with recursive clock as materialized (select clock_timestamp() as now),
       ${distinctByIndex('queued', 'webhooks.messages', 'endpoint_id', "state = 'pending'")},
       due as (
         select m.id, row_number() over (partition by e.id order by m.next_attempt_at) as rank, m.next_attempt_at
         from queued join webhooks.endpoints e using (id) cross join lateral (
           (select id, next_attempt_at from webhooks.messages where endpoint_id = e.id and state = 'pending'
              and next_attempt_at <= (select now from clock) and e.state = 'active' order by next_attempt_at limit ${PER_ENDPOINT})
           union all (select id, next_attempt_at from webhooks.messages where endpoint_id = e.id and state = 'pending' and type = 'webhook.test'
              and next_attempt_at <= (select now from clock) and e.state = 'unverified')) m
         where e.removed_at is null and e.id <> all($2::uuid[]) order by rank, next_attempt_at limit $1),
       taken as (
         select m.id from webhooks.messages m join due using (id) where m.state = 'pending' and m.next_attempt_at <= (select now from clock)
         for update of m skip locked)
       update webhooks.messages m set attempts = m.attempts + 1, next_attempt_at = clock_timestamp() + ${LEASE}
       from taken, webhooks.endpoints e where m.id = taken.id and e.id = m.endpoint_id
       returning m.id, m.endpoint_id as "endpointId", e.org_id as "orgId", e.url, m.type, m.body, m.attempts,
         (select jsonb_agg(jsonb_build_object('id', s.id, 'sealed', s.sealed) order by s.created_at desc)
          from webhooks.secrets s where s.endpoint_id = e.id and (s.ends_at is null or s.ends_at > clock_timestamp())) as secrets`,
      [limit, leaveAlone],
    );
  }

  /** A claimed message was not sent: it is due as before, and the attempt does not count. */
  async giveBack(tx: Tx, { id, attempts }: ClaimedMessage): Promise<void> {
    await tx.query(
      `update webhooks.messages set attempts = attempts - 1, next_attempt_at = clock_timestamp() where id = $1 and state = 'pending' and attempts = $2`,
      [id, attempts],
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
}
