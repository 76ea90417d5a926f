import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Database } from '@portal/platform';
import { conformanceState } from '../domain/conformance-state.js';
import { listingsErrors } from '../errors.js';
import type { ConformanceHistoryView } from '../http/conformance.view.js';

const DAYS = 28;

/** How a listed Drive did in every run of the checks: the last 28 days, and whether the chain of all runs holds. */
@Injectable()
export class ConformanceHistory {
  constructor(private readonly database: Database) {}

  /** @throws AppError `listing_not_found` (404), also for a Drive that is not listed at the moment. */
  async of(slug: string): Promise<ConformanceHistoryView> {
    const [listing] = await this.database.query<{ id: string; ok: boolean | null; verified_at: Date | null }>(
      `select drive_id as id, conformance_ok as ok, verified_at from listings.listings where slug = $1 and state = 'listed'`,
      [slug],
    );
    if (!listing) throw new AppError(listingsErrors.listing_not_found);
    const days = await this.database.query<{ day: string; runs: number; failed: number }>(
      `select to_char(d.day, 'YYYY-MM-DD') as day, count(r.seq)::int as runs, count(r.seq) filter (where not r.ok)::int as failed
       from (select platform.portal_now() at time zone 'UTC' as now) n
       cross join lateral generate_series(date_trunc('day', n.now) - ${DAYS - 1} * interval '1 day', date_trunc('day', n.now), interval '1 day') as d(day)
       left join listings.conformance_runs r on r.drive_id = $1 and r.ran_at >= d.day at time zone 'UTC' and r.ran_at < (d.day + interval '1 day') at time zone 'UTC'
       group by d.day order by d.day`,
      [listing.id],
    );
    // Told from the rows themselves: a row that was changed, put in or left out shows here.
    const [chain] = await this.database.query<{ runs: number; intact: boolean | null; head: string | null }>(
      `select count(*)::int as runs, bool_and(holds) as intact, (array_agg(digest order by seq desc))[1] as head from (
         select seq, digest, digest = encode(sha256(convert_to(coalesce(previous, '') || body, 'UTF8')), 'hex')
           and previous is not distinct from lag(digest) over (order by seq) and seq = row_number() over (order by seq) as holds
         from listings.conformance_runs where drive_id = $1) r`,
      [listing.id],
    );
    return {
      state: conformanceState(listing.ok),
      verified_at: listing.verified_at?.toISOString() ?? null,
      days,
      runs: chain!.runs,
      intact: chain!.intact ?? true,
      head: chain!.head,
    };
  }
}
