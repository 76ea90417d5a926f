import { Injectable } from '@nestjs/common';
import { canonicalKind } from '@portal/contract';
import { AppError, commonErrors, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { KEPT_APART, type DriveEventView, type EventCountView, type EventDaysView } from './drive-events.view.js';

/** Which events of an install, and in which order of their being stored. */
interface EventsFilter {
  readonly limit: number;
  readonly cursor?: string;
  /** Under any of its spellings. */
  readonly type?: string;
  /** RFC 3339; by the time of the event. */
  readonly from?: string;
  /** RFC 3339, exclusive. */
  readonly to?: string;
  readonly order: 'newest' | 'oldest';
}

/** Which counts of a Drive; days (UTC) of the events, both inclusive. */
interface CountsFilter {
  readonly limit: number;
  readonly cursor?: string;
  readonly type?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Over which days, of which kind under any of its spellings. */
interface DaysFilter {
  readonly period: 'month' | 'year';
  readonly type?: string;
}

const PERIOD_DAYS: Readonly<Record<DaysFilter['period'], number>> = { month: 28, year: 365 };
const DAY_MS = 86_400_000;

/** Events that Drives reported. */
@Injectable()
export class DriveEventQueries {
  constructor(private readonly database: Database) {}

  /**
   * Events of an install in the order in which they were stored, so that pages show each once, whatever comes in meanwhile
   * and whatever time it bears.
   * @throws AppError `invalid_cursor`
   */
  async ofInstall(id: string, { limit, cursor, type, from, to, order }: EventsFilter): Promise<Page<DriveEventView>> {
    const isNewest = order === 'newest';
    const rows = await this.database.query<{
      seq: string;
      kind: string;
      ts: Date;
      payload: object;
      quarantine: string | null;
    }>(
      // A row that names nobody, of a feed that every install gets, may be another tenant's.
      `select seq, kind, ts, payload, quarantine from installs.drive_events
       where install_id = $1 and ($2::bigint is null or seq ${isNewest ? '<' : '>'} $2) and quarantine is distinct from 'unattributed'
         and ($4::text is null or kind = $4) and ($5::timestamptz is null or ts >= $5) and ($6::timestamptz is null or ts < $6)
       order by seq ${isNewest ? 'desc' : 'asc'} limit $3`,
      [id, seqOf(cursor), limit + 1, kindOf(type), from ?? null, to ?? null],
    );
    return toPage(
      rows,
      limit,
      (row) => [row.seq],
      (row) => ({
        id: row.seq,
        type: row.kind,
        ts: row.ts.toISOString(),
        payload: row.payload,
        quarantine: row.quarantine,
      }),
    );
  }

  /**
   * How many events all installs of a Drive reported, by day and kind, newest day first.
   * @throws AppError `invalid_cursor`
   */
  async countsOfDrive(driveId: string, { limit, cursor, type, from, to }: CountsFilter): Promise<Page<EventCountView>> {
    const [beforeDay, afterKind] = cursor === undefined ? [null, null] : dayAndKind(cursor);
    const rows = await this.database.query<{
      day: string;
      kind: string;
      events: string;
      kept_apart: string;
      unlisted: string;
      changed: string;
      unattributed: string;
    }>(
      `select day::text as day, kind, events::text as events, kept_apart::text as kept_apart, unlisted::text as unlisted, changed::text as changed,
         unattributed::text as unattributed from installs.event_counts
       where drive_id = $1 and ($2::date is null or day < $2 or day = $2 and kind > $3)
         and ($5::text is null or kind = $5) and ($6::date is null or day >= $6) and ($7::date is null or day <= $7)
       order by day desc, kind limit $4`,
      [driveId, beforeDay, afterKind, limit + 1, kindOf(type), from ?? null, to ?? null],
    );
    return toPage(
      rows,
      limit,
      (row) => [row.day, row.kind],
      (row) => ({
        day: row.day,
        type: row.kind,
        events: Number(row.events),
        kept_apart: Number(row.kept_apart),
        reasons: reasonsOf(row),
      }),
    );
  }

  /** How many events all installs of a Drive reported on each of the last days, today included. */
  async daysOfDrive(driveId: string, { period, type }: DaysFilter): Promise<EventDaysView> {
    const rows = await this.database.query<{ at: Date; events: string; kept_apart: string }>(
      `select d.start at time zone 'UTC' as at, coalesce(sum(c.events), 0)::text as events, coalesce(sum(c.kept_apart), 0)::text as kept_apart
       from (select date_trunc('day', platform.portal_now() at time zone 'UTC') as today) n
         cross join generate_series(n.today - ($2::integer - 1) * interval '1 day', n.today, interval '1 day') as d(start)
         left join installs.event_counts c on c.drive_id = $1 and c.day = d.start::date and ($3::text is null or c.kind = $3)
       group by d.start order by d.start`,
      [driveId, PERIOD_DAYS[period], kindOf(type)],
    );
    const days = rows.map(({ at, events, kept_apart }) => ({
      at: at.toISOString(),
      events: Number(events),
      kept_apart: Number(kept_apart),
    }));
    const today = rows.at(-1)!.at;
    return { from: days[0]!.at, to: new Date(today.getTime() + DAY_MS).toISOString(), days };
  }
}

function reasonsOf(
  row: Record<'kept_apart' | 'unlisted' | 'changed' | 'unattributed', string>,
): EventCountView['reasons'] {
  const counted = {
    kind_not_listed: Number(row.unlisted),
    changed_after_emission: Number(row.changed),
    unattributed: Number(row.unattributed),
  };
  const unknown = Number(row.kept_apart) - Object.values(counted).reduce((sum, one) => sum + one, 0);
  const all = { ...counted, unknown };
  return KEPT_APART.filter((reason) => all[reason] > 0).map((reason) => ({ reason, events: all[reason] }));
}

const kindOf = (type: string | undefined): string | null => (type === undefined ? null : canonicalKind(type));

function seqOf(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const seq = String(decodeCursor(cursor, 1)[0]);
  if (!/^\d{1,18}$/.test(seq)) throw new AppError(commonErrors.invalid_cursor);
  return seq;
}

function dayAndKind(cursor: string): [string, string] {
  const [day, kind] = decodeCursor(cursor, 2).map(String) as [string, string];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new AppError(commonErrors.invalid_cursor);
  return [day, kind];
}
