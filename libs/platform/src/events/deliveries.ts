import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { Tx } from '../database/transaction/tx.js';
import { Transactor } from '../database/transactor.js';
import { QUEUE_NAMES, type QueueName } from './event-processor.js';
import { eventCatalogue } from './event-type.js';

export interface DeliveryKey {
  readonly eventId: string;
  readonly consumer: string;
}

export interface DueDelivery extends DeliveryKey {
  readonly queue: QueueName;
  /** Part of the job id, so that a new job is not mistaken for an old one. */
  readonly enqueueNo: number;
  /** Its worker was lost, so it has priority. */
  readonly orphaned?: boolean;
}

/** A delivery that a worker has claimed. */
export interface HeldDelivery extends DeliveryKey {
  readonly attempts: number;
}

export interface ClaimedDelivery extends DeliveryKey {
  readonly type: string;
  readonly payload: object;
  readonly attempt: number;
  /** For how long it was due. */
  readonly lateMs: number;
  /** Of the transaction that emitted the event. */
  readonly traceparent: string | null;
}

/** All deliveries queued before this time have been handled by the queue; undefined: all. */
export type QueueProgress = Partial<Record<QueueName, Date>>;

/**
 * A delivery that was queued this long ago and not touched is queued again, each time later, because it may only be
 * waiting behind many others, and every copy of its job makes that longer. In a queue at full load, a delivery counts as
 * lost only when later ones have been handled.
 */
const REENQUEUE_AFTER = `least(interval '10 seconds' * power(2, least(d.enqueue_no, 5) - 1), interval '2 minutes')`;

// Deliveries that nobody runs come first, with a limit of their own, so that a long queue does not delay them. The others are
// found by an index on the time that they were queued at, so that a sweep reads none of those that are only waiting.
const DUE = `(select d.event_id, d.consumer, d.attempts, d.enqueue_no, true as orphaned from platform.deliveries d
  where d.state = 'pending' and d.claimed_by is not null and (platform.worker_is_lost(d.claimed_by)
    or exists (select from jsonb_to_recordset($2) as x("eventId" uuid, consumer text, attempts integer)
      where x."eventId" = d.event_id and x.consumer = d.consumer and x.attempts = d.attempts))
  limit 200)
  union all
  (select due.* from jsonb_each_text($1) as queue (lane, until) cross join lateral (
    select d.event_id, d.consumer, d.attempts, d.enqueue_no, false from platform.deliveries d
    where d.state = 'pending' and d.claimed_by is null and d.lane = queue.lane
      and d.enqueued_at < least(queue.until::timestamptz, (select clock_timestamp()) - interval '10 seconds')
      and d.enqueued_at < (select clock_timestamp()) - ${REENQUEUE_AFTER} and d.next_attempt_at <= (select clock_timestamp())
    order by d.enqueued_at limit 200) due
  limit 200)`;

/**
 * The authoritative queue: one row per event and consumer. Queue jobs only point to rows and may be lost at any time.
 */
@Injectable()
export class Deliveries {
  constructor(
    private readonly transactor: Transactor,
    private readonly database: Database,
  ) {}

  /**
   * Creates deliveries of new events for the consumers that `consumersOf` names. Returns what to enqueue; nothing when
   * there are no more new events.
   */
  async relay(
    consumersOf: (type: string, payload: object) => { consumer: string; queue: QueueName }[],
  ): Promise<DueDelivery[]> {
    for (;;) {
      const due = await this.transactor.run((tx) => this.relayNext(tx, consumersOf));
      // Events without consumers may come before others.
      if (due === undefined || due.length > 0) return due ?? [];
    }
  }

  private async relayNext(
    tx: Tx,
    consumersOf: (type: string, payload: object) => { consumer: string; queue: QueueName }[],
  ): Promise<DueDelivery[] | undefined> {
    const events = await tx.query<{ id: string; type: string; payload: object }>(
      // An event of a later release waits for a worker of that release; here it would have no consumer and be lost.
      'select id, type, payload from platform.outbox_events where relayed_at is null and type = any ($1) order by seq limit 500 for update skip locked',
      [eventCatalogue().map(({ type }) => type)],
    );
    if (events.length === 0) return undefined;
    const due: DueDelivery[] = events.flatMap((event) =>
      consumersOf(event.type, event.payload).map(({ consumer, queue }) => ({
        eventId: event.id,
        consumer,
        queue,
        enqueueNo: 1,
      })),
    );
    await tx.query(
      `insert into platform.deliveries (event_id, consumer, lane)
       select x.event_id, x.consumer, x.queue from jsonb_to_recordset($1) as x(event_id uuid, consumer text, queue text)
       on conflict do nothing`,
      [JSON.stringify(due.map((d) => ({ event_id: d.eventId, consumer: d.consumer, queue: d.queue })))],
    );
    await tx.query('update platform.outbox_events set relayed_at = clock_timestamp() where id = any($1)', [
      events.map((e) => e.id),
    ]);
    return due;
  }

  /** Declares workers lost that died, vanished or hang, and releases their work. Returns their numbers. */
  async endLostWorkers(): Promise<number[]> {
    const rows = await this.database.query<{ no: number }>('select platform.end_lost_workers() as no');
    return rows.map(({ no }) => no);
  }

  /** What the worker has claimed. */
  heldBy(workerNo: number): Promise<HeldDelivery[]> {
    return this.database.query<HeldDelivery>(
      `select event_id as "eventId", consumer, attempts from platform.deliveries where state = 'pending' and claimed_by = $1`,
      [workerNo],
    );
  }

  /**
   * Deliveries whose job or worker must be lost; counted as queued again.
   * @param idle claimed, and run by nobody
   */
  async sweep(progress: QueueProgress = {}, idle: readonly HeldDelivery[] = []): Promise<DueDelivery[]> {
    const rows = await this.database.query<{
      event_id: string;
      consumer: string;
      queue: QueueName;
      enqueue_no: number;
      orphaned: boolean;
    }>(
      `update platform.deliveries d set enqueued_at = clock_timestamp(), enqueue_no = d.enqueue_no + 1, claimed_by = null
       from (${DUE}) due where d.event_id = due.event_id and d.consumer = due.consumer
         and d.state = 'pending' and d.attempts = due.attempts and d.enqueue_no = due.enqueue_no
       returning d.event_id, d.consumer, d.lane as queue, d.enqueue_no, due.orphaned`,
      [
        JSON.stringify(Object.fromEntries(QUEUE_NAMES.map((queue) => [queue, progress[queue] ?? 'infinity']))),
        JSON.stringify(idle),
      ],
    );
    return rows.map((row) => ({
      eventId: row.event_id,
      consumer: row.consumer,
      queue: row.queue,
      enqueueNo: row.enqueue_no,
      orphaned: row.orphaned,
    }));
  }

  /** The event of a pending delivery; undefined when it is done or another worker has it. */
  async payload(key: DeliveryKey): Promise<object | undefined> {
    return this.database.value<object>(
      `select e.payload from platform.deliveries d join platform.outbox_events e on e.id = d.event_id
       where d.event_id = $1 and d.consumer = $2 and d.state = 'pending' and d.claimed_by is null`,
      [key.eventId, key.consumer],
    );
  }

  /** Delays an untouched delivery by `delayMs` without counting an attempt. Returns what to enqueue. */
  async delay(key: DeliveryKey, delayMs: number): Promise<DueDelivery | undefined> {
    const [row] = await this.database.query<{ queue: QueueName; enqueue_no: number }>(
      `update platform.deliveries set enqueue_no = enqueue_no + 1,
         next_attempt_at = clock_timestamp() + $3::bigint * interval '1 millisecond',
         enqueued_at = clock_timestamp() + $3::bigint * interval '1 millisecond'
       where event_id = $1 and consumer = $2 and state = 'pending' and claimed_by is null returning lane as queue, enqueue_no`,
      [key.eventId, key.consumer, Math.round(delayMs)],
    );
    return row && { ...key, queue: row.queue, enqueueNo: row.enqueue_no };
  }

  /**
   * Claims a delivery for worker `workerNo`; undefined when it is done, not due, or another worker has it. The number
   * is a fencing token: a worker's results count only while it has the claim.
   */
  async claim(key: DeliveryKey, workerNo: number): Promise<ClaimedDelivery | undefined> {
    const [row] = await this.database.query<Omit<ClaimedDelivery, keyof DeliveryKey>>(
      `update platform.deliveries d set claimed_by = $3, attempts = d.attempts + 1
       from platform.outbox_events e
       where d.event_id = $1 and d.consumer = $2 and e.id = d.event_id and d.state = 'pending' and d.claimed_by is null
         and d.next_attempt_at <= clock_timestamp() + interval '1 second'
       returning d.attempts as attempt, e.type, e.payload, e.traceparent,
         extract(epoch from clock_timestamp() - d.next_attempt_at)::float8 * 1000 as "lateMs"`,
      [key.eventId, key.consumer, workerNo],
    );
    return row && { ...key, ...row };
  }

  /** Marks the delivery as consumed inside `tx`; false when it was consumed already, or `workerNo` does not have it. */
  markDone(tx: Tx, key: DeliveryKey, workerNo: number): Promise<boolean> {
    return tx.matched(
      `update platform.deliveries set state = 'done', claimed_by = null, done_at = clock_timestamp(), last_error = null
       where event_id = $1 and consumer = $2 and claimed_by = $3 returning 1 as marked`,
      [key.eventId, key.consumer, workerNo],
    );
  }

  /**
   * Plans the next attempt in `delayMs`, or marks the delivery as failed. Returns what to enqueue; undefined when
   * nothing was changed, because it is done or `workerNo` does not have it.
   */
  async reschedule(
    key: DeliveryKey,
    workerNo: number,
    error: string,
    delayMs: number | 'failed',
  ): Promise<DueDelivery | 'failed' | undefined> {
    const [row] = await this.database.query<{ queue: QueueName; enqueue_no: number }>(
      `update platform.deliveries set claimed_by = null, last_error = $4, enqueue_no = enqueue_no + 1,
         state = case when $5::bigint is null then 'failed' else state end,
         next_attempt_at = clock_timestamp() + coalesce($5::bigint, 0) * interval '1 millisecond',
         enqueued_at = clock_timestamp() + coalesce($5::bigint, 0) * interval '1 millisecond'
       where event_id = $1 and consumer = $2 and claimed_by = $3 returning lane as queue, enqueue_no`,
      [key.eventId, key.consumer, workerNo, error.slice(0, 2_000), delayMs === 'failed' ? null : Math.round(delayMs)],
    );
    if (!row) return undefined;
    return delayMs === 'failed' ? 'failed' : { ...key, queue: row.queue, enqueueNo: row.enqueue_no };
  }

  /** Gives a failed delivery a new set of attempts. False when it has not failed. */
  redrive(tx: Tx, key: DeliveryKey): Promise<boolean> {
    return tx.matched(
      `update platform.deliveries set state = 'pending', attempts = 0, next_attempt_at = clock_timestamp(), enqueued_at = clock_timestamp() - interval '1 hour'
       where event_id = $1 and consumer = $2 and state = 'failed' returning 1 as redriven`,
      [key.eventId, key.consumer],
    );
  }
}
