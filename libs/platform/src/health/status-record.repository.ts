import { Injectable } from '@nestjs/common';
import { Transactor } from '../database/transactor.js';
import type { StatusPart } from './status.view.js';

/** Whether each part fails; what is not known is left out. */
export type StatusFacts = Readonly<Partial<Record<StatusPart, boolean>>>;

/** For so long a process has to be up before it judges the other one by its silence, seconds. */
const JUDGES_AFTER_S = 180;

/** What was seen of each part of the portal. */
@Injectable()
export class StatusRecord {
  constructor(private readonly transactor: Transactor) {}

  /**
   * Counts each part at most once a minute, however many processes look at it. API and worker also look at each other:
   * the one that was seen before and is silent for three minutes fails, once `by` has been up for as long.
   */
  async save(by: 'api' | 'queue', facts: StatusFacts, upSeconds = process.uptime()): Promise<void> {
    const other = by === 'api' ? 'queue' : 'api';
    await this.transactor.run((tx) =>
      tx.query(
        `with silent as (
           select part from platform.status_days where part = $3 and $4
             and (select seen_at from platform.status_days where part = $5 order by day desc limit 1) > clock_timestamp() - interval '3 minutes'
           group by part
           having (array_agg(failing order by day desc))[1] or max(seen_at) < clock_timestamp() - interval '3 minutes'
         ), facts as (
           select part, failing from unnest($1::text[], $2::boolean[]) f (part, failing)
           union all select part, true from silent
         )
         insert into platform.status_days as d (part, day, failed, failing)
         select part, (platform.portal_now() at time zone 'UTC')::date, failing::int, failing from facts order by part
         on conflict (part, day) do update set
           seen = d.seen + (date_trunc('minute', d.seen_at) < date_trunc('minute', excluded.seen_at))::int,
           failed = d.failed + (excluded.failing and date_trunc('minute', d.seen_at) < date_trunc('minute', excluded.seen_at))::int,
           failing = excluded.failing, seen_at = greatest(d.seen_at, excluded.seen_at)`,
        [Object.keys(facts), Object.values(facts), other, upSeconds > JUDGES_AFTER_S, by],
      ),
    );
  }
}
