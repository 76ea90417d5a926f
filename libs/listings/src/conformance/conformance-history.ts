import { Injectable } from '@nestjs/common';
import { switchedOff, whyOff } from '@portal/approvals';
import { Clock, commonErrors, decodeCursor, toPage, type Page } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Database } from '@portal/platform/database';
import { conformanceState } from './domain/conformance-state.js';
import { listingsErrors } from '../errors.js';
import type { ConformanceHistoryView, ConformanceRunView } from './conformance.view.js';
import { LISTING_SQL, LISTING_WORDS } from '../listing/domain/listing-capabilities.js';
import { AuthorizedDrives } from '../listing/authorized-drives.js';
import { countedRuns } from './counted-runs-sql.js';
import { RUN_DAYS } from './retention.js';

const DAYS = 28;
/**
 * A run of the live version shows at once; a row of the chain that was tampered with, after this time at the latest,
 * ms.
 */
const FRESH_MS = 60_000;
const MOST_KEPT = 500;

interface Listing {
  id: string;
  ok: boolean | null;
  verified_at: Date | null;
  off: boolean;
  /** A new key after every run of the live version, and on every day of business time. */
  state: string;
}
type Run = Omit<ConformanceRunView, 'ran_at'> & { ran_at: Date };
interface Kept {
  readonly state: string;
  readonly at: number;
  readonly view: Promise<ConformanceHistoryView>;
}

const LISTING = `select drive_id as id, conformance_ok as ok, verified_at,
    concat_ws(' ', drive_id, checked_at, verified_at, (platform.portal_now() at time zone 'UTC')::date) as state,
    ${switchedOff('listing', 'show_checks', 'drive_id')} as off from listings.listings`;

/** Results of a Drive in every run of the checks: the last 28 days, and whether the chain of all runs is intact. */
@Injectable()
export class ConformanceHistory {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly drives: AuthorizedDrives,
  ) {}

  /** For everybody. @throws AppError `listing_not_found` (404), also for a Drive that has no public page, `capability_off` (403) */
  async of(slug: string): Promise<ConformanceHistoryView> {
    const [listing] = await this.database.prepared<Listing>(
      'conformance_listing',
      `${LISTING} where slug = $1 and state in (${LISTING_SQL.show_checks})`,
      [slug],
    );
    if (!listing) throw listingsErrors.listing_not_found();
    const words = { thing: 'listing', words: LISTING_WORDS };
    if (listing.off) throw await whyOff(this.database, words, listing.id, 'show_checks');
    return this.recent(listing);
  }

  /** For its author and for staff, in whatever state it is. @throws AppError `drive_not_found` (404) */
  async ofDrive(actor: Actor, driveId: string): Promise<ConformanceHistoryView> {
    await this.drives.readable(actor, driveId);
    const [listing] = await this.database.query<Listing>(`${LISTING} where drive_id = $1`, [driveId]);
    return listing ? this.recent(listing) : this.read({ id: driveId, ok: null, verified_at: null });
  }

  /** Every run, newest first, as it was written down. @throws AppError `drive_not_found` (404) */
  async runs(
    actor: Actor,
    driveId: string,
    query: { cursor?: string; limit: number },
  ): Promise<Page<ConformanceRunView>> {
    await this.drives.readable(actor, driveId);
    const [before] = query.cursor === undefined ? [null] : decodeCursor(query.cursor, 1);
    if (before !== null && !Number.isSafeInteger(before)) throw commonErrors.invalid_cursor();
    const rows = await this.database.query<Run>(
      `select seq, ran_at, ok, body::jsonb->>'engine' as engine, body::jsonb->>'manifest' as manifest, previous, digest,
         coalesce((select array_agg(c.key order by c.key) from jsonb_each_text(body::jsonb->'checks') c where c.value = 'fail'), '{}') as failed
       from listings.conformance_runs where drive_id = $1 and ($2::bigint is null or seq < $2) order by seq desc limit $3`,
      [driveId, before, query.limit + 1],
    );
    return toPage(rows, query.limit, ['seq'], (row) => ({ ...row, ran_at: row.ran_at.toISOString() }));
  }

  private recent(listing: Listing): Promise<ConformanceHistoryView> {
    const { id, state } = listing;
    const at = this.clock.wallNow().getTime();
    const known = this.kept.get(id);
    if (known && known.state === state && Math.abs(at - known.at) < FRESH_MS) return known.view;
    return this.keep(id, { state, at, view: this.read(listing) });
  }

  /** Concurrent callers share one read, because it processes the whole chain. */
  private keep(id: string, kept: Kept): Promise<ConformanceHistoryView> {
    this.kept.delete(id);
    const [oldest] = this.kept.keys();
    if (this.kept.size >= MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
    this.kept.set(id, kept);
    kept.view.catch(() => {
      if (this.kept.get(id) === kept) this.kept.delete(id);
    });
    return kept.view;
  }

  private async read(listing: Omit<Listing, 'off' | 'state'>): Promise<ConformanceHistoryView> {
    const days = await this.database.query<{ day: string; runs: number; failed: number }>(
      `select to_char(d.day, 'YYYY-MM-DD') as day, count(r.seq)::int as runs, count(r.seq) filter (where not r.ok)::int as failed
       from (select platform.portal_now() at time zone 'UTC' as now) n
       cross join lateral generate_series(date_trunc('day', n.now) - ${DAYS - 1} * interval '1 day', date_trunc('day', n.now), interval '1 day') as d(day)
       left join ${countedRuns('$1')} r on r.ran_at >= d.day at time zone 'UTC' and r.ran_at < (d.day + interval '1 day') at time zone 'UTC'
       group by d.day order by d.day`,
      [listing.id],
    );
    // Computed from the rows themselves: a changed, added or missing row shows here. Old rows go (retention.ts).
    const [chain] = await this.database.query<{ runs: number; intact: boolean | null; head: string | null }>(
      `select coalesce(max(seq), 0) as runs, bool_and(holds) as intact, (array_agg(digest order by seq desc))[1] as head from (
         select seq, digest, digest = encode(sha256(convert_to(coalesce(previous, '') || body, 'UTF8')), 'hex')
           and case seq - lag(seq, 1, 0) over (order by seq) when 1 then previous is not distinct from lag(digest) over (order by seq)
             else ran_at <= (select platform.portal_now()) - make_interval(days => $2) end as holds
         from listings.conformance_runs where drive_id = $1) r`,
      [listing.id, RUN_DAYS],
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
