import { Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { Database, type Tx } from '@portal/platform/database';
import type { Rejection } from './domain/judge-row.js';
import type { KnownInstall } from './events-answer.js';

/** Rows that are kept of each reason and install; how many there were is counted. */
const KEPT = 100;
/** Events that one statement stores. */
const AT_ONCE = 1_000;
const CHANGED = 'changed_after_emission';

export interface DriveEventRow {
  identity: string;
  digest: string;
  kind: string;
  tsMs: number;
  payload: object;
  /** Why the event does not count; null for a good one. */
  quarantine: string | null;
  /** Whether the row itself names its owner. */
  named: boolean;
}

interface StoredEvents {
  readonly fresh: number;
  /** Of the new ones that count. */
  readonly kinds: ReadonlySet<string>;
}

export interface RejectedRow {
  reason: Rejection;
  /** SHA-256 of the row as it came. */
  digest: string;
  kind: string | null;
  detail: string;
  /** Null where nobody may read it. */
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
  /** Rows were kept apart because their time had not come. */
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

  /** Of an install that exists. */
  async bounds(installId: string): Promise<EventBounds> {
    const [row] = await this.database.query<{ now_ms: string; created_ms: string; behind: boolean; early: boolean }>(
      `select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms,
         ${CREATED_MS} as created_ms,
         coalesce(r.behind, false) as behind,
         exists (select from installs.rejected_events e where e.install_id = i.id and e.reason = 'in_future') as early
       from installs.installs i left join installs.readings r on r.install_id = i.id and r.endpoint = 'events' where i.id = $1`,
      [installId],
    );
    return {
      nowMs: Number(row!.now_ms),
      createdMs: Number(row!.created_ms),
      behind: row!.behind,
      early: row!.early,
    };
  }

  /**
   * Stores new events, in the order given; an event under a known identity with other data is quarantined as a
   * violation. Events beyond their retention are skipped: they may have been stored and deleted before.
   * @returns how many were new, and the kinds of those that count
   */
  async store(tx: Tx, installId: string, events: readonly DriveEventRow[]): Promise<StoredEvents> {
    const kinds = new Set<string>();
    let fresh = 0;
    // Larger statements are slower: their rows exceed the memory of a sort.
    for (let at = 0; at < events.length; at += AT_ONCE) {
      const stored = await this.storeSome(tx, installId, events.slice(at, at + AT_ONCE));
      fresh += stored.fresh;
      for (const kind of stored.kinds) kinds.add(kind);
    }
    return { fresh, kinds };
  }

  private async storeSome(
    tx: Tx,
    installId: string,
    events: readonly DriveEventRow[],
  ): Promise<{ fresh: number; kinds: string[] }> {
    const digests = new Map<string, string>();
    const rows = events.map(({ tsMs, ...event }) => {
      const first = digests.get(event.identity) ?? event.digest;
      digests.set(event.identity, first);
      return { ...event, ts_ms: tsMs, quarantine: event.quarantine ?? (first === event.digest ? null : CHANGED) };
    });
    const [stored] = await tx.query<{ fresh: number; kinds: string[] }>(
      `with added as (
         insert into installs.drive_events (install_id, identity, digest, kind, ts, payload, quarantine, named, seen_at)
         select $1, x.identity, x.digest, x.kind, to_timestamp(x.ts_ms::float8 / 1000), x.payload,
           coalesce(x.quarantine, case when exists (select from installs.drive_events o where o.install_id = $1 and o.identity = x.identity) then '${CHANGED}' end), x.named, $3
         from jsonb_to_recordset($2) as x(identity text, digest text, kind text, ts_ms bigint, payload jsonb, quarantine text, named boolean)
         where x.ts_ms >= (select (extract(epoch from clock_timestamp() - $4::int * interval '1 day') * 1000)::bigint)
         on conflict (install_id, identity, digest) do nothing returning case when quarantine is null then kind end as kind)
       select (select count(*)::int from added) as fresh, array(select distinct kind from added where kind is not null) as kinds`,
      [installId, JSON.stringify(rows), tx.now, this.config.eventsKeptDays],
    );
    return stored!;
  }

  /** Keeps the newest rows of each reason, and counts those that are not among the kept already. */
  async reject(tx: Tx, installId: string, rows: readonly RejectedRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.query(
      `with fresh as (
         insert into installs.rejected_events (install_id, reason, digest, kind, detail, content, named, seen_at)
         select $1, x.reason, x.digest, x.kind, x.detail, x.content, x.named, $3::timestamptz
         from jsonb_to_recordset($2) as x(reason text, digest text, kind text, detail text, content text, named boolean)
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

  /** Rows whose time has come were stored as events: they are not kept apart any more. */
  async forgetEarly(tx: Tx, installId: string, digests: readonly string[]): Promise<void> {
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
