import { Injectable } from '@nestjs/common';
import { required } from '@portal/kernel';
import { Database, type Tx } from '@portal/platform/database';
import { payoutErrors } from '../../errors.js';
import { compareRuns, compareTotals, type ComparedRow, type Difference } from '../domain/compare-runs.js';
import { isUnusual, type UnusualKind } from '../domain/run-exceptions.js';
import type { RunComparisonView } from '../http/payouts.view.js';

const SHOWN = 200;

type Queries = Pick<Tx, 'query'>;

/** A run's month and the run that it is compared with. */
interface Before {
  month: string;
  before_id: string | null;
  before_month: string | null;
}

interface Compared {
  /** Month of the run that it is compared with; null when there is none. */
  readonly beforeMonth: string | null;
  readonly now: readonly ComparedRow[];
  readonly before: readonly ComparedRow[];
  readonly differences: readonly Difference[];
}

/** Compares a run with the previous one. */
@Injectable()
export class RunComparison {
  constructor(private readonly database: Database) {}

  /**
   * All differences and the rows of both runs.
   * @throws AppError `payout_run_not_found` (404)
   */
  async differences(runId: string): Promise<Compared> {
    const run = await this.run(this.database, runId);
    return this.compare(this.database, { ...run, id: runId }, await this.rows(this.database, runId));
  }

  /** Anomalies of the payouts of a run that is being computed, by `org currency`. */
  async unusual(tx: Tx, runId: string, now: readonly ComparedRow[]): Promise<Map<string, UnusualKind[]>> {
    const { differences } = await this.compare(tx, { ...(await this.run(tx, runId)), id: runId }, now);
    return new Map(
      differences
        .filter(({ nowMinor }) => nowMinor > 0n)
        .map((one) => [`${one.orgId} ${one.currency}`, one.kinds.filter(isUnusual)]),
    );
  }

  private async compare(q: Queries, run: Before & { id: string }, now: readonly ComparedRow[]): Promise<Compared> {
    const before = run.before_id === null ? [] : await this.rows(q, run.before_id);
    const orgIds = [...new Set(now.map(({ orgId }) => orgId))];
    const accounts = await this.lastAccounts(q, run.id, orgIds);
    const differences = compareRuns(now, before, accounts, await this.medians(q, run.month, orgIds));
    return { beforeMonth: run.before_month, now, before, differences };
  }

  private async run(q: Queries, runId: string): Promise<Before> {
    const [run] = await q.query<Before>(
      `select r.month, b.id as before_id, b.month as before_month from payouts.payout_runs r
       left join lateral (select id, month from payouts.payout_runs o where o.month < r.month and o.state in ('executing', 'settled', 'partially_failed')
         order by o.month desc limit 1) b on true where r.id = $1`,
      [runId],
    );
    return required(run, payoutErrors.payout_run_not_found);
  }

  /**
   * The comparison for finance.
   * @throws AppError `payout_run_not_found` (404)
   */
  async of(runId: string): Promise<RunComparisonView> {
    const { beforeMonth, now, before, differences } = await this.differences(runId);
    const shown = differences.slice(0, SHOWN);
    const names = await this.database.query<{ id: string; name: string }>(
      'select id, name from authors.organizations where id = any($1::uuid[])',
      [shown.map(({ orgId }) => orgId)],
    );
    return {
      month: beforeMonth,
      totals: compareTotals(now, before).map((total) => ({
        currency: total.currency,
        authors_before: total.authorsBefore,
        authors_now: total.authorsNow,
        before_minor: total.beforeMinor.toString(),
        now_minor: total.nowMinor.toString(),
      })),
      count: differences.length,
      anomalies: differences.filter(({ anomaly }) => anomaly).length,
      items: shown.map((one) => ({
        org_id: one.orgId,
        author: names.find(({ id }) => id === one.orgId)?.name ?? one.orgId,
        currency: one.currency,
        kinds: [...one.kinds],
        before_minor: one.beforeMinor.toString(),
        now_minor: one.nowMinor.toString(),
        median_minor: one.medianMinor?.toString() ?? null,
        anomaly: one.anomaly,
      })),
    };
  }

  /** Median of what each author of the run was paid in earlier months, by author and currency. */
  private async medians(q: Queries, month: string, orgIds: readonly string[]): Promise<Map<string, bigint>> {
    const rows = await q.query<{ org_id: string; currency: string; median: string }>(
      `select p.org_id, p.currency, (percentile_disc(0.5) within group (order by p.amount))::text as median
       from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id
       where r.month < $2 and p.state = 'settled' and p.amount > 0 and p.org_id = any($1::uuid[]) group by 1, 2`,
      [orgIds, month],
    );
    return new Map(rows.map((row) => [`${row.org_id} ${row.currency}`, BigInt(row.median)]));
  }

  private async rows(q: Queries, runId: string): Promise<ComparedRow[]> {
    const rows = await q.query<Omit<ComparedRow, 'amountMinor'> & { readonly amountMinor: string }>(
      `select org_id as "orgId", currency, amount as "amountMinor", provider_account_id as "providerAccountId"
       from payouts.payouts where run_id = $1`,
      [runId],
    );
    return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }));
  }

  /** The account to which other runs last paid each author of the run. */
  private async lastAccounts(q: Queries, runId: string, orgIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await q.query<{ org_id: string; provider_account_id: string }>(
      `select distinct on (p.org_id) p.org_id, p.provider_account_id from payouts.payouts p
       where p.run_id <> $1 and p.state = 'settled' and p.org_id = any($2::uuid[])
       order by p.org_id, p.settled_at desc`,
      [runId, orgIds],
    );
    return new Map(rows.map((row) => [row.org_id, row.provider_account_id]));
  }
}
