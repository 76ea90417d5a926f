import { Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { Transactor, type Tx } from '@portal/platform/database';
import type { Step } from './domain/ranges.js';

/** Points of one transaction, and rows that one deletes. */
const AT_A_TIME = 20_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The series of the points up to $1. */
const TOUCHED = `select distinct kind, subject_id, name, date_trunc('hour', at, 'UTC') as hour from installs.history_points where seq <= $1`;
const COMPUTED = `on conflict (subject_id, kind, name, step, at) do update set points = excluded.points, total = excluded.total,
  least = excluded.least, most = excluded.most, periods = excluded.periods, means = excluded.means`;

/**
 * Rolls up points of polls into minutes, hours and days, and deletes those beyond their retention. A point is removed
 * in the transaction that counts it, of one snapshot: two workers that take the same points conflict, and one starts
 * again. Each step is computed from the one before.
 */
@Injectable()
export class RollUpHistory {
  constructor(
    private readonly transactor: Transactor,
    private readonly config: Config,
  ) {}

  /** Until none is left. @param stopping begins nothing new once it is aborted */
  async execute(stopping?: AbortSignal): Promise<void> {
    while (stopping?.aborted !== true && (await this.takeSome()) >= AT_A_TIME);
    for (const step of ['minute', 'hour', 'day'] as const)
      while (stopping?.aborted !== true && (await this.transactor.run((tx) => this.purge(tx, step))) >= AT_A_TIME);
  }

  private takeSome(): Promise<number> {
    return this.transactor.run(
      async (tx) => {
        await tx.query(`delete from installs.response_times where day < ($1::timestamptz - interval '40 days')::date`, [
          tx.now,
        ]);
        const { upTo, points } = await this.oldest(tx);
        if (upTo === null) return 0;
        // Of minutes that are not kept any more: their hour is not computed again.
        const old = 'delete from installs.history_points where seq <= $1 and at < $2::timestamptz';
        await tx.query(old, [upTo, this.keptFrom('minute', tx.now)]);
        await this.addToMinutes(tx, upTo);
        await this.computeHours(tx, upTo);
        await this.computeDays(tx, upTo);
        await tx.query('delete from installs.history_points where seq <= $1', [upTo]);
        return points;
      },
      { isolation: 'REPEATABLE READ' },
    );
  }

  /** A whole hour or day, so that none is computed from a part of it. */
  private keptFrom(step: Step, now: Date): Date {
    const { minuteDays, hourDays, dayDays } = this.config.history;
    const days = { minute: minuteDays, hour: hourDays, day: dayDays }[step];
    const whole = step === 'minute' ? HOUR_MS : DAY_MS;
    return new Date(Math.floor((now.getTime() - days * DAY_MS) / whole) * whole);
  }

  /** The oldest points up to the limit: the highest number, null without any, and how many. */
  private async oldest(tx: Tx): Promise<{ upTo: string | null; points: number }> {
    const [row] = await tx.query<{ upTo: string | null; points: number }>(
      'select max(seq) as "upTo", count(*)::int as points from (select seq from installs.history_points order by seq limit $1) first',
      [AT_A_TIME],
    );
    return row!;
  }

  /** Adds the points to their minutes. */
  private async addToMinutes(tx: Tx, upTo: string): Promise<void> {
    await tx.query(
      `insert into installs.history as h (kind, subject_id, name, step, at, points, total, least, most, periods, means)
       select kind, subject_id, name, 'minute', date_trunc('minute', at, 'UTC'), count(*), sum(value), min(value), max(value), 1, avg(value)
       from installs.history_points where seq <= $1 group by kind, subject_id, name, date_trunc('minute', at, 'UTC')
       on conflict (subject_id, kind, name, step, at) do update set points = h.points + excluded.points, total = h.total + excluded.total,
         least = least(h.least, excluded.least), most = greatest(h.most, excluded.most),
         means = (h.total + excluded.total) / (h.points + excluded.points)`,
      [upTo],
    );
  }

  /** Recomputes the hours of the points from all their minutes. */
  private async computeHours(tx: Tx, upTo: string): Promise<void> {
    await tx.query(
      `insert into installs.history (kind, subject_id, name, step, at, points, total, least, most, periods, means)
       select kind, subject_id, name, 'hour', hour, sum(points), sum(total), min(least), max(most), count(*), sum(total / points)
       from (select t.kind, t.subject_id, t.name, t.hour, sum(m.points) as points, sum(m.total) as total, min(m.least) as least, max(m.most) as most
         from (${TOUCHED}) t join installs.history m on m.subject_id = t.subject_id and m.kind = t.kind and m.name = t.name
           and m.step = 'minute' and m.at >= t.hour and m.at < t.hour + interval '1 hour'
         group by t.kind, t.subject_id, t.name, t.hour, date_bin('5 minutes', m.at, t.hour)) period
       group by kind, subject_id, name, hour ${COMPUTED}`,
      [upTo],
    );
  }

  /** Recomputes the days of the points from all their hours. */
  private async computeDays(tx: Tx, upTo: string): Promise<void> {
    await tx.query(
      `insert into installs.history (kind, subject_id, name, step, at, points, total, least, most, periods, means)
       select t.kind, t.subject_id, t.name, 'day', t.day, sum(h.points), sum(h.total), min(h.least), max(h.most), sum(h.periods), sum(h.means)
       from (select distinct kind, subject_id, name, date_trunc('day', hour, 'UTC') as day from (${TOUCHED}) hours) t
       join installs.history h on h.subject_id = t.subject_id and h.kind = t.kind and h.name = t.name
         and h.step = 'hour' and h.at >= t.day and h.at < t.day + interval '1 day'
       group by t.kind, t.subject_id, t.name, t.day ${COMPUTED}`,
      [upTo],
    );
  }

  /** Deletes at most `AT_A_TIME` rows beyond their retention. Returns how many. */
  private async purge(tx: Tx, step: Step): Promise<number> {
    return (await tx.value<number>(
      `with gone as (delete from installs.history where ctid = any (array(
         select ctid from installs.history where step = $1 and at < $2::timestamptz limit $3)) returning 1)
       select count(*)::int as removed from gone`,
      [step, this.keptFrom(step, tx.now), AT_A_TIME],
    ))!;
  }
}
