import { listExport, PageQuery } from '@portal/platform/http';
import { ListHolds } from '../../holds/list-holds.js';
import { RunPayouts } from '../read/run-payouts.js';
import { RunQueries } from '../read/run-queries.js';
import { HoldsQuery } from './payouts.dto.js';
import type { HoldView, KeptView, PayoutRunView, RunTotalsView } from './payouts.view.js';
import { RunLinesQuery } from './run-payouts.dto.js';
import type { RunPayoutView } from './run-payouts.view.js';

const RUNS = [
  ...(['id', 'month', 'state', 'paused', 'prepared_by_name', 'prepared_at', 'approved_at', 'executed_at'] as const),
  ...(['settled_at', 'input_hash', 'currency', 'authors', 'balance_minor', 'to_pay_minor', 'paid_minor'] as const),
  ...(['carried_minor', 'held_minor', 'failed', 'done', 'waiting', 'unknown'] as const),
] satisfies (keyof PayoutRunView | keyof RunTotalsView)[];
const LINES = [
  ...(['id', 'org_id', 'author', 'currency', 'gross_minor', 'platform_minor', 'author_minor'] as const),
  ...([
    'balance_minor',
    'amount_minor',
    'before_minor',
    'change_minor',
    'carry_minor',
    'held_minor',
    'state',
    'reason',
  ] as const),
  ...(['reason_text', 'failure', 'transfer_id', 'bank_state', 'settled_at'] as const),
] satisfies (keyof RunPayoutView)[];
const HOLDS = [
  ...(['id', 'org_id', 'author', 'kind', 'basis_points', 'window_months', 'reason', 'automatic', 'active'] as const),
  ...(['starts_at', 'ends_at', 'made_by_name', 'ended_by_name', 'end_reason'] as const),
  ...(['currency', 'amount_minor', 'next_release_at'] as const),
] satisfies (keyof HoldView | keyof KeptView)[];

/** One row per currency, because currencies are not added up; one row when there is none. */
function byCurrency(whole: object, parts: readonly object[]): object[] {
  return parts.length === 0 ? [whole] : parts.map((part) => ({ ...whole, ...part }));
}

/** Exports of the lists of payouts, with the filters of their pages. */
export const PAYOUT_EXPORTS = [
  listExport({
    kind: 'payout_runs',
    query: PageQuery,
    columns: RUNS,
    from: RunQueries,
    page: async (runs, { limit, cursor }) => {
      const { items, next_cursor } = await runs.list(limit, cursor);
      return { items: items.flatMap(({ totals, ...run }) => byCurrency(run, totals)), next_cursor };
    },
  }),
  listExport({
    kind: 'run_lines',
    query: RunLinesQuery,
    columns: LINES,
    from: RunPayouts,
    page: (lines, { run, ...query }) => lines.list(run, query),
  }),
  listExport({
    kind: 'holds',
    query: HoldsQuery,
    columns: HOLDS,
    from: ListHolds,
    page: async (holds, query) => {
      const { items, next_cursor } = await holds.list(query);
      return { items: items.flatMap(({ kept, ...hold }) => byCurrency(hold, kept)), next_cursor };
    },
  }),
];
