import { Injectable } from '@nestjs/common';
import { Database, distinctByIndex, type Tx } from '@portal/platform/database';
import { IS_SUSPENDED, TAKES_EVENTS } from '../install/called-sql.js';
import type { AttemptResult } from './domain/delivery-plan.js';
import type { HostEventDeliveryEntity } from './host-events.entity.js';
import type { DeliveryState, ReplayFilter } from './domain/delivery-state.js';

/** Longer than one rank of a queue can take; a worker that dies gives its queues back by it. */
const LEASE = "interval '60 seconds'";
/** Queues that one worker claims at a time, and of one Drive among them. */
const BATCH = 120;
const OF_ONE_DRIVE = 16;

// As in the index on due deliveries; with the time of the clock, which may differ row by row, every row would be read
// for every Drive.
const dueNow = (at: string): string => `${at} < 'infinity' and ${at} <= statement_timestamp()`;

/** The queue of an install that this worker sends now. */
export interface ClaimedQueue {
  installId: string;
  driveId: string;
  claim: string;
  rank: number;
}

export type WaitingDelivery = Pick<HostEventDeliveryEntity, 'id' | 'kind' | 'eventId' | 'attempts'> & {
  /** Null for a ping. */
  payload: object | null;
  /** Unix ms. */
  tsMs: string;
};

/** Deliveries and their queues. Times of attempts are wall time. */
@Injectable()
export class DeliveriesRepository {
  constructor(private readonly database: Database) {}

  /** Claims queues that are due, of each Drive those that wait longest. Queues of suspended installs wait. */
  async claim(restingDrives: readonly string[]): Promise<ClaimedQueue[]> {
    const claimed = await this.database.query<ClaimedQueue>(
      `with recursive ${distinctByIndex('drives', 'installs.delivery_queues', 'drive_id', "next_attempt_at < 'infinity'")},
       due as (
         select q.install_id, q.rank from drives cross join lateral (
           select w.install_id, w.next_attempt_at, row_number() over (order by w.next_attempt_at, w.install_id) as rank
           from installs.delivery_queues w join installs.installs i on i.id = w.install_id
           where w.drive_id = drives.id and drives.id <> all($1::uuid[]) and ${dueNow('w.next_attempt_at')}
             and not (i.state = 'active' and ${IS_SUSPENDED})
           order by w.next_attempt_at, w.install_id limit ${OF_ONE_DRIVE}) q
         order by q.rank, q.next_attempt_at, q.install_id limit ${BATCH}),
       free as (
         select q.install_id, due.rank from installs.delivery_queues q join due using (install_id)
         where ${dueNow('q.next_attempt_at')} for update of q skip locked)
       update installs.delivery_queues q set next_attempt_at = clock_timestamp() + ${LEASE}, claim = q.claim + 1
       from free where q.install_id = free.install_id
       returning q.install_id as "installId", q.drive_id as "driveId", q.claim, free.rank::int as rank`,
      [restingDrives],
    );
    return claimed.sort((a, b) => a.rank - b.rank);
  }

  /** Pending deliveries of an install, oldest first. */
  async waiting(tx: Tx, installId: string, limit: number): Promise<WaitingDelivery[]> {
    return tx.query<WaitingDelivery>(
      `select d.id, d.kind, d.event_id as "eventId", e.payload, d.attempts,
         (extract(epoch from coalesce(e.ts, d.queued_at)) * 1000)::bigint as "tsMs"
       from installs.deliveries d left join installs.host_events e on e.id = d.event_id
       where d.install_id = $1 and d.state = 'pending' order by d.seq limit $2`,
      [installId, limit],
    );
  }

  /** False when another worker has claimed the queue: the results of this one do not count. */
  holds(tx: Tx, { installId, claim }: ClaimedQueue): Promise<boolean> {
    return tx.matched('select 1 from installs.delivery_queues where install_id = $1 and claim = $2 for update', [
      installId,
      claim,
    ]);
  }

  /** Records an attempt. Returns the number of attempts and the time, ms, since the delivery began to wait. */
  async attempted(
    tx: Tx,
    id: string,
    { status, problem, tookMs }: Pick<AttemptResult, 'status' | 'problem'> & { tookMs: number },
  ): Promise<{ attempts: number; waitedMs: number } | undefined> {
    await tx.query(
      `insert into installs.delivery_attempts (delivery_id, n, status, problem, took_ms)
       select id, attempts + 1, $2, $3, $4 from installs.deliveries where id = $1 and state = 'pending'`,
      [id, status, problem, Math.round(tookMs)],
    );
    const [row] = await tx.query<{ attempts: number; waitedMs: number }>(
      `update installs.deliveries d set attempts = attempts + 1, last_status = $2, last_problem = $3 where id = $1 and state = 'pending'
       returning (select count(*)::int from installs.delivery_attempts a where a.delivery_id = d.id and a.at >= d.queued_at) as attempts,
         (extract(epoch from clock_timestamp() - queued_at) * 1000)::float8 as "waitedMs"`,
      [id, status, problem],
    );
    return row;
  }

  async end(tx: Tx, id: string, state: Exclude<DeliveryState, 'pending'>): Promise<void> {
    await tx.query(
      `update installs.deliveries set state = $2, ended_at = clock_timestamp() where id = $1 and state = 'pending'`,
      [id, state],
    );
  }

  /** Nothing is sent to the install any more. */
  async cancel(tx: Tx, installId: string, problem: string): Promise<void> {
    await tx.query(
      `update installs.deliveries set state = 'cancelled', ended_at = clock_timestamp(), last_problem = $2 where install_id = $1 and state = 'pending'`,
      [installId, problem],
    );
  }

  /** Releases the queue: due after `waitMs`, at once while something waits, or with the next event. */
  async release(tx: Tx, installId: string, waitMs: number | null): Promise<void> {
    await tx.query(
      `update installs.delivery_queues set next_attempt_at = case
         when not exists (select from installs.deliveries where install_id = $1 and state = 'pending') then 'infinity'
         else clock_timestamp() + coalesce($2::float8, 0) * interval '1 millisecond' end where install_id = $1`,
      [installId, waitMs],
    );
  }

  async addPing(tx: Tx, ping: { id: string; installId: string; driveId: string }): Promise<void> {
    await tx.query(
      `insert into installs.deliveries (id, install_id, kind) values ($1, $2, 'ping') on conflict do nothing`,
      [ping.id, ping.installId],
    );
    await this.wake(tx, [ping]);
  }

  /** Sends again from the first attempt on, under the same ids. Returns how many. Pending ones are left alone. */
  async replay(tx: Tx, filter: ReplayFilter, limit: number): Promise<number> {
    const { installId, driveId, ids, eventIds, kind, since, until } = filter;
    const rows = await tx.query<{ installId: string; driveId: string }>(
      `with chosen as (
         select d.id, i.id as install_id, i.drive_id from installs.deliveries d join installs.installs i on i.id = d.install_id
         where ${TAKES_EVENTS} and d.event_id is not null and d.state = any($1::text[]) and d.state <> 'pending'
           and ($2::uuid is null or i.id = $2) and ($3::uuid is null or i.drive_id = $3) and ($4::uuid[] is null or d.id = any($4))
           and ($5::text[] is null or d.event_id = any($5)) and ($6::text is null or d.kind = $6)
           and ($7::timestamptz is null or d.queued_at >= $7) and ($8::timestamptz is null or d.queued_at < $8)
         order by d.seq limit $9 for update of d),
       again as (
         update installs.deliveries d set state = 'pending', queued_at = clock_timestamp(), ended_at = null from chosen
         where d.id = chosen.id returning chosen.install_id, chosen.drive_id)
       select install_id as "installId", drive_id as "driveId" from again`,
      [filter.states, installId, driveId, ids, eventIds, kind, since, until, limit],
    );
    await this.wake(tx, rows);
    return rows.length;
  }

  /** An idle queue is due now; one that is being sent, or waits for its next attempt, stays unchanged. */
  private async wake(tx: Tx, queues: readonly { installId: string; driveId: string }[]): Promise<void> {
    const drives = new Map(queues.map(({ installId, driveId }) => [installId, driveId]));
    const installIds = [...drives.keys()].sort();
    await tx.query(
      `insert into installs.delivery_queues as q (install_id, drive_id, next_attempt_at)
       select install_id, drive_id, clock_timestamp() from unnest($1::uuid[], $2::uuid[]) as n(install_id, drive_id)
       on conflict (install_id) do update set next_attempt_at = clock_timestamp() where q.next_attempt_at = 'infinity'`,
      [installIds, installIds.map((id) => drives.get(id))],
    );
  }
}
