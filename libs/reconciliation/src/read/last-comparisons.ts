import type { Queryable } from '@portal/ledger';
import type { Comparisons } from '../domain/freshness.js';

/** Reads the state of the reconciliations. */
export async function lastComparisons(q: Queryable): Promise<Comparisons> {
  const [row] = await q.query<{ done_at: Date | null; state: string | null; failure: string | null }>(
    `select (select max(finished_at) from reconciliation.runs where state = 'done') as done_at, newest.state, newest.failure
       from (select 1) one
       left join lateral (select state, failure from reconciliation.runs order by started_at desc limit 1) newest on true`,
  );
  return {
    doneAt: row?.done_at ?? null,
    running: row?.state === 'running',
    failure: row?.state === 'failed' ? row.failure : null,
  };
}
