import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform';
import { compareRuns, compareTotals, type ComparedRow, type Difference } from '../domain/compare-runs.js';
import type { RunComparisonView } from '../http/payouts.view.js';

const SHOWN = 200;

interface Compared {
  /** The month of the run that it is compared with; null: there is none. */
  readonly beforeMonth: string | null;
  readonly now: readonly ComparedRow[];
  readonly before: readonly ComparedRow[];
  readonly differences: readonly Difference[];
}

/** What differs between a run and the one before it. */
@Injectable()
export class RunComparison {
  constructor(private readonly database: Database) {}

  /** Everything that differs, and both runs' rows; undefined for a run that does not exist. */
  async differences(runId: string): Promise<Compared | undefined> {
    const [run] = await this.database.query<{ month: string; before_id: string | null; before_month: string | null }>(
      `select r.month, b.id as before_id, b.month as before_month from payouts.payout_runs r
       left join lateral (select id, month from payouts.payout_runs o where o.month < r.month and o.state in ('executing', 'settled', 'partially_failed')
         order by o.month desc limit 1) b on true where r.id = $1`,
      [runId],
    );
    if (!run) return undefined;
    const now = await this.rows(runId);
    const before = run.before_id === null ? [] : await this.rows(run.before_id);
    const differences = compareRuns(now, before, await this.lastAccounts(runId), await this.medians(runId, run.month));
    return { beforeMonth: run.before_month, now, before, differences };
  }

  /** As finance sees it; undefined for a run that does not exist. */
  async of(runId: string): Promise<RunComparisonView | undefined> {
    const compared = await this.differences(runId);
    if (!compared) return undefined;
    const { now, before, differences } = compared;
    const names = await this.names(differences.slice(0, SHOWN).map((one) => one.orgId));
    return {
      month: compared.beforeMonth,
      totals: compareTotals(now, before).map((total) => ({
        currency: total.currency,
        authors_before: total.authorsBefore,
        authors_now: total.authorsNow,
        before_minor: total.beforeMinor.toString(),
        now_minor: total.nowMinor.toString(),
      })),
      count: differences.length,
      anomalies: differences.filter(({ anomaly }) => anomaly).length,
      items: differences.slice(0, SHOWN).map((one) => ({
        org_id: one.orgId,
        author: names.get(one.orgId) ?? one.orgId,
        currency: one.currency,
        kinds: [...one.kinds],
        before_minor: one.beforeMinor.toString(),
        now_minor: one.nowMinor.toString(),
        median_minor: one.medianMinor?.toString() ?? null,
        anomaly: one.anomaly,
      })),
    };
  }

  /** The middle one of what each author of the run was paid in earlier months, by author and currency. */
  private async medians(runId: string, month: string): Promise<Map<string, bigint>> {
    const rows = await this.database.query<{ org_id: string; currency: string; median: string }>(
      `select p.org_id, p.currency, (percentile_disc(0.5) within group (order by p.amount))::text as median
       from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id
       where r.month < $2 and p.state = 'settled' and p.amount > 0
         and p.org_id in (select org_id from payouts.payouts where run_id = $1) group by 1, 2`,
      [runId, month],
    );
    return new Map(rows.map((row) => [`${row.org_id} ${row.currency}`, BigInt(row.median)]));
  }

  private async rows(runId: string): Promise<ComparedRow[]> {
    const rows = await this.database.query<{
      org_id: string;
      currency: string;
      amount: string;
      provider_account_id: string | null;
    }>('select org_id, currency, amount, provider_account_id from payouts.payouts where run_id = $1', [runId]);
    return rows.map((row) => ({
      orgId: row.org_id,
      currency: row.currency,
      amountMinor: BigInt(row.amount),
      providerAccountId: row.provider_account_id,
    }));
  }

  /** The account to which each author of the run was paid last, by other runs. */
  private async lastAccounts(runId: string): Promise<Map<string, string>> {
    const rows = await this.database.query<{ org_id: string; provider_account_id: string }>(
      `select distinct on (p.org_id) p.org_id, p.provider_account_id from payouts.payouts p
       where p.run_id <> $1 and p.state = 'settled' and p.org_id in (select org_id from payouts.payouts where run_id = $1)
       order by p.org_id, p.settled_at desc`,
      [runId],
    );
    return new Map(rows.map((row) => [row.org_id, row.provider_account_id]));
  }

  private async names(orgIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ id: string; name: string }>(
      'select id, name from authors.organizations where id = any($1::uuid[])',
      [orgIds],
    );
    return new Map(rows.map((row) => [row.id, row.name]));
  }
}
