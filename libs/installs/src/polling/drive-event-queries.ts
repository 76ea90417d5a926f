import { Injectable } from '@nestjs/common';
import { canonicalKind } from '@portal/contract';
import { commonErrors, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type { DriveEventsQuery, EventCountsQuery, EventDaysQuery } from './drive-events.dto.js';
import { KEPT_APART, type DriveEventView, type EventCountView, type EventDaysView } from './drive-events.view.js';

/** How many events do not count, by the reason. */
type Reasons = Record<(typeof KEPT_APART)[number], number>;

const PERIOD_DAYS: Readonly<Record<EventDaysQuery['period'], number>> = { month: 28, year: 365 };
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
  async ofInstall(
    id: string,
    { limit, cursor, type, from, to, order }: DriveEventsQuery,
  ): Promise<Page<DriveEventView>> {
    const isNewest = order === 'newest';
    const rows = await this.database.query<RowOf<DriveEventView, 'ts'>>(
      // A row that names nobody, of a feed that every install gets, may be another tenant's.
      `select seq as id, kind as type, ts, payload, quarantine from installs.drive_events
       where install_id = $1 and ($2::bigint is null or seq ${isNewest ? '<' : '>'} $2) and quarantine is distinct from 'unattributed'
         and ($4::text is null or kind = $4) and ($5::timestamptz is null or ts >= $5) and ($6::timestamptz is null or ts < $6)
       order by seq ${isNewest ? 'desc' : 'asc'} limit $3`,
      [id, seqOf(cursor), limit + 1, kindOf(type), from ?? null, to ?? null],
    );
    return toPage(rows, limit, ['id'], isoDates);
  }

  /**
   * How many events all installs of a Drive reported, by day and kind, newest day first.
   * @throws AppError `invalid_cursor`
   */
  async countsOfDrive(
    driveId: string,
    { limit, cursor, type, from, to }: EventCountsQuery,
  ): Promise<Page<EventCountView>> {
    const [beforeDay, afterKind] = cursor === undefined ? [null, null] : dayAndKind(cursor);
    const rows = await this.database.query<Omit<EventCountView, 'reasons'> & Reasons>(
      `select day::text as day, kind as type, events::float8 as events, kept_apart::float8 as kept_apart, unlisted::float8 as kind_not_listed,
         changed::float8 as changed_after_emission, unattributed::float8 as unattributed, not_stored::float8 as not_stored from installs.event_counts
       where drive_id = $1 and ($2::date is null or day < $2 or day = $2 and kind > $3)
         and ($5::text is null or kind = $5) and ($6::date is null or day >= $6) and ($7::date is null or day <= $7)
       order by day desc, kind limit $4`,
      [driveId, beforeDay, afterKind, limit + 1, kindOf(type), from ?? null, to ?? null],
    );
    return toPage(
      rows,
      limit,
      ['day', 'type'],
      ({ kind_not_listed, changed_after_emission, unattributed, ...row }) => ({
        ...row,
        reasons: reasonsOf({ kind_not_listed, changed_after_emission, unattributed }),
      }),
    );
  }

  /** How many events all installs of a Drive reported on each of the last days, today included: of the machine's clock, as the events. */
  async daysOfDrive(driveId: string, { period, type }: EventDaysQuery): Promise<EventDaysView> {
    const rows = await this.database.query<RowOf<EventDaysView['days'][number], 'at'>>(
      `select d.start at time zone 'UTC' as at, coalesce(sum(c.events), 0)::float8 as events, coalesce(sum(c.kept_apart), 0)::float8 as kept_apart,
         coalesce(sum(c.not_stored), 0)::float8 as not_stored
       from (select date_trunc('day', clock_timestamp() at time zone 'UTC') as today) n
         cross join generate_series(n.today - ($2::integer - 1) * interval '1 day', n.today, interval '1 day') as d(start)
         left join installs.event_counts c on c.drive_id = $1 and c.day = d.start::date and ($3::text is null or c.kind = $3)
       group by d.start order by d.start`,
      [driveId, PERIOD_DAYS[period], kindOf(type)],
    );
    const days = rows.map(isoDates);
    const today = rows.at(-1)!.at;
    return { from: days[0]!.at, to: new Date(today.getTime() + DAY_MS).toISOString(), days };
  }
}

const reasonsOf = (counted: Reasons): EventCountView['reasons'] =>
  KEPT_APART.filter((reason) => counted[reason] > 0).map((reason) => ({ reason, events: counted[reason] }));

/** Whatever its spelling. */
const kindOf = (type: string | undefined): string | null => (type === undefined ? null : canonicalKind(type));

function seqOf(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const seq = String(decodeCursor(cursor, 1)[0]);
  if (!/^\d{1,18}$/.test(seq)) throw commonErrors.invalid_cursor();
  return seq;
}

function dayAndKind(cursor: string): [string, string] {
  const [day, kind] = decodeCursor(cursor, 2).map(String) as [string, string];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) throw commonErrors.invalid_cursor();
  return [day, kind];
}
