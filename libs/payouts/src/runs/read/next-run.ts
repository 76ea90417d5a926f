import type { Queryable } from '@portal/ledger';

/** The next run, which checks every balance. */
interface NextRun {
  /** YYYY-MM */
  month: string;
  /** Earliest preparation, UTC; today when its month is over. */
  at: Date;
}

/**
 * The first month without a run, or the month of a run that is computed and has not reserved money yet. Before the
 * first run: the first closed month, or the current one.
 */
export async function nextRun(q: Queryable): Promise<NextRun> {
  const [row] = await q.query<{ month: string; at: Date }>(NEXT_RUN);
  return row!;
}

export const NEXT_RUN = `select to_char(m.at, 'YYYY-MM') as month, greatest(m.at + interval '1 month', date_trunc('day', n.now)) at time zone 'UTC' as at
     from (select platform.portal_now() at time zone 'UTC' as now) n,
       lateral (select date_trunc('month', coalesce(
         (select (min(r.month) || '-01')::date from payouts.payout_runs r where r.state in ('draft', 'computing', 'computed')),
         (select (max(r.month) || '-01')::date + interval '1 month' from payouts.payout_runs r where r.state <> 'cancelled'),
         (select min(p.month) from billing.periods p where p.state = 'closed'), n.now)) as at) m`;
