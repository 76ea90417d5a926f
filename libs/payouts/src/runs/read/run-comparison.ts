import { Injectable } from '@nestjs/common';
import { required } from '@portal/kernel';
import { Database, type Tx } from '@portal/platform/database';
import { payoutErrors } from '../../errors.js';
import type { EarlierPayouts } from '../domain/run-exceptions.js';
import type { RunComparisonView } from '../http/payouts.view.js';

/** The run executed last before the month of $1. */
const BEFORE = `select b.id, b.month from payouts.payout_runs r left join lateral (select id, month from payouts.payout_runs o
  where o.month < r.month and o.state in ('executing', 'settled', 'partially_failed') order by o.month desc limit 1) b on true where r.id = $1`;

/** A run against the one before and what its authors were paid earlier. */
@Injectable()
export class RunComparison {
  constructor(private readonly database: Database) {}

  /** What an author was paid in a currency before a run. */
  async earlier(runId: string, q: Pick<Tx, 'query'> = this.database) {
    const rows = await q.query<{ key: string; before: string | null; median: string | null; account: string | null }>(
      `select concat_ws(' ', p.org_id, p.currency) as key, (sum(p.amount) filter (where p.run_id = b.id))::text as before,
         (percentile_disc(0.5) within group (order by p.amount) filter (where o.month < r.month and p.state = 'settled' and p.amount > 0))::text as median,
         (array_agg(p.provider_account_id order by p.settled_at desc) filter (where p.state = 'settled'))[1] as account
       from payouts.payout_runs r cross join (${BEFORE}) b join payouts.payouts p on p.run_id <> r.id join payouts.payout_runs o on o.id = p.run_id
       where r.id = $1 group by grouping sets ((p.org_id, p.currency), (p.org_id))`,
      [runId],
    );
    const by = new Map(rows.map((row) => [row.key, row]));
    return (orgId: string, currency: string): EarlierPayouts => {
      const { before = null, median = null } = by.get(`${orgId} ${currency}`) ?? {};
      return {
        beforeMinor: BigInt(before ?? '0'),
        medianMinor: median === null ? null : BigInt(median),
        accountId: by.get(orgId)?.account ?? null,
      };
    };
  }

  /**
   * Totals against the run before, and whom it paid that this one does not.
   * @throws AppError `payout_run_not_found` (404)
   */
  async of(runId: string): Promise<RunComparisonView> {
    const [row] = await this.database.query<RunComparisonView>(
      `with b as (${BEFORE}), pair as (
         select coalesce(n.org_id, o.org_id) as org_id, coalesce(n.currency, o.currency) as currency, coalesce(n.amount, 0) as now, coalesce(o.amount, 0) as before
         from (select * from payouts.payouts where run_id = $1) n
         full join (select * from payouts.payouts where run_id = (select id from b)) o on o.org_id = n.org_id and o.currency = n.currency)
       select b.month,
         (select coalesce(jsonb_agg(t order by t.currency), '[]') from (select currency, count(*) filter (where before > 0) as authors_before,
           count(*) filter (where now > 0) as authors_now, sum(before)::text as before_minor, sum(now)::text as now_minor from pair group by 1) t) as totals,
         (select coalesce(jsonb_agg(distinct coalesce(a.name, p.org_id::text)), '[]') from pair p left join authors.organizations a on a.id = p.org_id
           where p.before > 0 and p.now = 0) as gone
       from b`,
      [runId],
    );
    return required(row, payoutErrors.payout_run_not_found);
  }
}
