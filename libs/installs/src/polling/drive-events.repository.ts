import { Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { Database, type Tx } from '@portal/platform/database';
import { InstallNeedsAttention } from '../events.js';
import type { DriveEventEntity } from '../install/install.entity.js';
import type { Rejection } from './domain/judge-row.js';
import type { KnownInstall } from './events-answer.js';

/** Rows that are kept of each reason and install; how many there were is counted. */
const KEPT = 100;
/** Events that one statement stores. */
const AT_ONCE = 1_000;
const CHANGED = 'changed_after_emission';

export type DriveEventRow = Pick<
  DriveEventEntity,
  'identity' | 'digest' | 'kind' | 'payload' | 'quarantine' | 'named'
> & { tsMs: number };

interface StoredEvents {
  readonly fresh: number;
  /** Of the new ones that count, also of those beyond the quota. */
  readonly kinds: ReadonlySet<string>;
}

/** Of one reading of an install, in Unix ms: what is newer than `fromMs` was not skipped before it, and how far it skipped. */
export interface SkippedMark {
  fromMs: string;
  toMs: string;
}

/** How events are stored. */
interface Storing {
  /** Exactly as many as the quota leaves; else a batch that exceeds it violates `event_quotas_reached`. */
  readonly exact?: boolean;
  /** By install. */
  readonly marks?: Map<string, SkippedMark>;
}

/** On another day the counts start at zero; on the same day, a lower setting removes nothing. */
const NEXT_COUNTS = ['stored', 'not_stored']
  .map((name) => `${name} = case when q.day >= excluded.day then q.${name} else 0 end + excluded.${name}`)
  .join(', ');
const NEXT_QUOTA = `day = greatest(q.day, excluded.day), ${NEXT_COUNTS},
  quota = case when q.day >= excluded.day then greatest(excluded.quota, q.stored) else excluded.quota end`;
const TODAY = `($3::timestamptz at time zone 'UTC')::date`;
/** The rows of a batch that may be stored; those up to the last skipped one are counted already. */
const BATCH = `jsonb_to_recordset($2) as x(identity text, digest text, kind text, ts_ms bigint, payload jsonb, quarantine text, named boolean, nth int)
  where x.ts_ms >= (select (extract(epoch from clock_timestamp() - $4::int * interval '1 day') * 1000)::bigint)`;
const COLUMNS = 'install_id, identity, digest, kind, ts, payload, quarantine, named, seen_at';
const VALUES = `$1, x.identity, x.digest, x.kind, to_timestamp(x.ts_ms::float8 / 1000), x.payload,
  coalesce(x.quarantine, case when exists (select from installs.drive_events o where o.install_id = $1 and o.identity = x.identity) then '${CHANGED}' end), x.named, $3`;

/** How many events one counts as: one more for every whole 16 KiB of it. */
const WEIGHT = '1 + pg_column_size(payload) / 16384';

export interface RejectedRow {
  reason: Rejection;
  /** SHA-256 of the row as it came. */
  digest: string;
  kind: string | null;
  /** The Drive's own id of the event. */
  eventId: string | null;
  detail: string;
  /** Null where the content must not be readable. */
  content: string | null;
  named: boolean;
}

/**
 * Parameters for reading an install's events. Times are Unix ms of the database's clock, whatever the test clock
 * says.
 */
export interface EventBounds {
  nowMs: number;
  createdMs: number;
  behind: boolean;
  /** Rows were quarantined because their time had not come. */
  early: boolean;
}

/** When an install was made, Unix ms by the wall; `i` is the install. */
// An install of a test clock that runs ahead is older by the wall: the offset only grows, so this is never too late.
export const CREATED_MS =
  'floor(extract(epoch from i.created_at) * 1000)::bigint - (select offset_ms from platform.test_clock)';

@Injectable()
export class DriveEventsRepository {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /**
   * Stores new events, in the order given; an event under a known identity with other data is quarantined as a
   * violation. Events beyond their retention are skipped: they may have been stored and deleted before. Events beyond the
   * quota of the day are counted once, by their time; whoever is concerned is notified once a day.
   * @returns how many were new, and the kinds of those that count
   */
  async store(
    tx: Tx,
    installId: string,
    events: readonly DriveEventRow[],
    storing: Storing = {},
  ): Promise<StoredEvents> {
    const kinds = new Set<string>();
    let fresh = 0;
    // Larger statements are slower: their rows exceed the memory of a sort.
    for (let at = 0; at < events.length; at += AT_ONCE) {
      const stored = await this.storeSome(tx, installId, events.slice(at, at + AT_ONCE), storing);
      fresh += stored.fresh;
      for (const kind of stored.kinds) kinds.add(kind);
    }
    return { fresh, kinds };
  }

  private async storeSome(
    tx: Tx,
    installId: string,
    events: readonly DriveEventRow[],
    { exact = false, marks = new Map<string, SkippedMark>() }: Storing,
  ): Promise<{ fresh: number; kinds: string[] }> {
    const digests = new Map<string, string>();
    const rows = events.map(({ tsMs, ...event }, nth) => {
      const first = digests.get(event.identity) ?? event.digest;
      digests.set(event.identity, first);
      return { ...event, nth, ts_ms: tsMs, quarantine: event.quarantine ?? (first === event.digest ? null : CHANGED) };
    });
    const values = [installId, JSON.stringify(rows), tx.now, this.config.eventsKeptDays, this.config.eventsPerDay];
    if (!exact && !marks.has(installId)) {
      const [stored] = await tx.query<{ fresh: number; kinds: string[]; filled: boolean; reached: boolean }>(
        `with known as (select day >= ${TODAY} and stored >= greatest(quota, $5::int) as reached, skipped_to_ms from installs.event_quotas where install_id = $1),
           added as (insert into installs.drive_events (${COLUMNS}) select ${VALUES} from ${BATCH}
             and not coalesce((select reached or x.ts_ms <= skipped_to_ms from known), false)
             on conflict (install_id, identity, digest) do nothing returning case when quarantine is null then kind end as kind, ${WEIGHT} as weight),
           counted as (insert into installs.event_quotas as q (install_id, day, quota, stored)
             select $1, ${TODAY}, $5, sum(weight) from added having count(*) > 0
             on conflict (install_id) do update set ${NEXT_QUOTA} returning stored = quota as filled)
         select (select count(*)::int from added) as fresh, array(select distinct kind from added where kind is not null) as kinds,
           coalesce((select filled from counted), false) as filled, coalesce((select reached from known), false) as reached`,
        values,
      );
      if (stored!.filled) await this.notifyOnce(tx, installId);
      if (!stored!.reached) return stored!;
    }
    return this.storeExactly(tx, installId, values, marks);
  }

  /** Stores as many as the quota leaves, in order, and counts the rest. Other readings of the install wait. */
  private async storeExactly(
    tx: Tx,
    installId: string,
    values: unknown[],
    marks: Map<string, SkippedMark>,
  ): Promise<{ fresh: number; kinds: string[] }> {
    const [left] = await tx.query<{ events: number; toMs: string }>(
      `insert into installs.event_quotas as q (install_id, day, quota) values ($1, ($2::timestamptz at time zone 'UTC')::date, $3)
       on conflict (install_id) do update set ${NEXT_QUOTA} returning quota - stored as events, skipped_to_ms as "toMs"`,
      [installId, tx.now, this.config.eventsPerDay],
    );
    const before = marks.get(installId);
    // Another reading has skipped events since: they are not counted again.
    const fromMs = before?.toMs === left!.toMs ? before.fromMs : left!.toMs;
    const [stored] = await tx.query<{ fresh: number; kinds: string[]; filled: boolean; toMs: string }>(
      `with new as (select distinct on (x.identity, x.digest) x.* from ${BATCH} and x.ts_ms > $6::bigint
           and not exists (select from installs.drive_events o where o.install_id = $1 and o.identity = x.identity and o.digest = x.digest)
           order by x.identity, x.digest, x.nth),
         weighed as (select n.*, sum(${WEIGHT}) over (order by nth) as used from new n),
         stored as (select * from weighed where used <= $5),
         skipped as (select * from weighed where used > $5),
         added as (insert into installs.drive_events (${COLUMNS}) select ${VALUES} from stored x order by x.nth returning 1),
         by_kind as (insert into installs.event_counts as c (drive_id, day, kind, events, kept_apart, last_at, not_stored)
           select i.drive_id, (to_timestamp(s.ts_ms::float8 / 1000) at time zone 'UTC')::date as day, s.kind, 0, 0,
             to_timestamp(max(s.ts_ms)::float8 / 1000), count(*)
           from skipped s join installs.installs i on i.id = $1 where s.quarantine is null group by 1, 2, 3 order by 1, 2, 3
           on conflict (drive_id, day, kind) do update set not_stored = c.not_stored + excluded.not_stored,
             last_at = greatest(c.last_at, excluded.last_at)),
         counted as (update installs.event_quotas q set stored = case when exists (select from skipped) then q.quota else q.stored + (select coalesce(max(used), 0) from stored) end,
             not_stored = q.not_stored + (select count(*) from skipped),
             skipped_to_ms = greatest(q.skipped_to_ms, (select max(ts_ms) from skipped))
           where q.install_id = $1 returning stored >= quota as filled, skipped_to_ms)
       select (select count(*)::int from added) as fresh, array(select distinct kind from new where quarantine is null) as kinds,
         (select filled from counted) as filled, (select skipped_to_ms from counted) as "toMs"`,
      [...values.slice(0, 4), left!.events, fromMs],
    );
    marks.set(installId, { fromMs, toMs: stored!.toMs });
    if (stored!.filled) await this.notifyOnce(tx, installId);
    return stored!;
  }

  /** Author, operators and staff are notified that the quota is reached, once a day. */
  private async notifyOnce(tx: Tx, installId: string): Promise<void> {
    const first = await tx.query(
      'update installs.event_quotas set told_on = day where install_id = $1 and told_on is distinct from day returning 1',
      [installId],
    );
    if (first.length > 0) await tx.emit(InstallNeedsAttention, { install_id: installId, why: 'event_quota_reached' });
  }

  /** Stores the newest quarantined rows of each reason, and counts all new ones. */
  async reject(tx: Tx, installId: string, rows: readonly RejectedRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.query(
      `with fresh as (
         insert into installs.rejected_events (install_id, reason, digest, kind, event_id, detail, content, named, seen_at)
         select $1, x.reason, x.digest, x.kind, x."eventId", x.detail, x.content, x.named, $3::timestamptz
         from jsonb_to_recordset($2) as x(reason text, digest text, kind text, "eventId" text, detail text, content text, named boolean)
         on conflict do nothing returning reason)
       insert into installs.rejected_counts as c (install_id, reason, events, first_at, last_at)
       select $1, reason, count(*), $3::timestamptz, $3::timestamptz from fresh group by reason
       on conflict (install_id, reason) do update set events = c.events + excluded.events, last_at = excluded.last_at`,
      [installId, JSON.stringify(rows), tx.now],
    );
    await tx.query(
      `delete from installs.rejected_events e using unnest($2::text[]) as one(reason)
       where e.install_id = $1 and e.reason = one.reason and e.seq <= (select k.seq from installs.rejected_events k
         where k.install_id = $1 and k.reason = one.reason order by k.seq desc offset ${KEPT} limit 1)`,
      [installId, [...new Set(rows.map(({ reason }) => reason))]],
    );
  }

  /** Removes quarantined rows whose time has come, because they were stored as events. */
  async deleteEarly(tx: Tx, installId: string, digests: readonly string[]): Promise<void> {
    await tx.query(
      `delete from installs.rejected_events where install_id = $1 and reason = 'in_future' and digest = any($2::text[])`,
      [installId, digests],
    );
  }

  /** Which of the ids are other installs of the Drive. */
  async foreignIds(driveId: string, installId: string, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.database.query<{ id: string }>(
      `select x.id from unnest($3::text[]) as x(id) where exists (select from installs.installs i
         where i.drive_id = $1 and i.id <> $2 and (i.drive_install_id = x.id or i.id::text = x.id or x.id = any(i.seen_ids)))`,
      [driveId, installId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The installs of a Drive, running or not, that go by one of the names or are of such a tenant or venture, and `keeperId`. */
  async known(driveId: string, keeperId: string, names: readonly string[]): Promise<KnownInstall[]> {
    const rows = await this.database.query<Omit<KnownInstall, 'createdMs'> & { createdMs: string }>(
      `select i.id, i.drive_install_id as "driveInstallId", i.seen_ids as "seenIds", i.tenant_id as "tenantId", i.venture_id as "ventureId",
         i.state = 'active' as active, ${CREATED_MS} as "createdMs"
       from installs.installs i where i.drive_id = $1 and (i.id = $2 or i.id::text = any($3::text[]) or i.drive_install_id = any($3)
         or i.seen_ids && $3 or i.tenant_id::text = any($3) or i.venture_id::text = any($3))`,
      [driveId, keeperId, names],
    );
    return rows.map((row) => ({ ...row, createdMs: Number(row.createdMs) }));
  }
}
