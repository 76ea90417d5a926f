import type { Queryable } from '@portal/ledger';

/** What is open behind a balance (D28); `orgId` null: behind every balance in the currency. */
export interface OpenItem {
  readonly orgId: string | null;
  readonly reason: 'not_reconciled' | 'shared_bank';
  readonly why: string;
}

/** What is open by currency, oldest first; of one author if `$1` is not null. */
export const OPEN_ITEMS = `select currency, jsonb_agg(jsonb_build_object('orgId', org_id, 'reason', reason, 'why', why) order by since) as open from (
    select org_id, currency, case kind when 'shared_bank' then kind else 'not_reconciled' end as reason, min(since) as since, detail || ' Since ' || to_char(min(since) at time zone 'UTC', 'FMDD Mon YYYY') || '.' as why
    from reconciliation.open_items($1) group by 1, 2, 3, detail) x group by currency`;

/** What is open behind the balance of one author in a currency. */
export async function openBehind(q: Queryable, orgId: string, currency: string): Promise<OpenItem | undefined> {
  const rows = await q.query<{ currency: string; open: OpenItem[] }>(OPEN_ITEMS, [orgId]);
  return rows.find((row) => row.currency === currency)?.open[0];
}

/** Payouts of a run that would be paid although something is open behind them: the author's name and currency. */
export async function notReconciled(q: Queryable, runId: string): Promise<{ author: string; currency: string }[]> {
  return q.query(
    `select distinct coalesce(g.name, p.org_id::text) as author, p.currency from payouts.payouts p
       join reconciliation.open_items() o on o.currency = p.currency and (o.org_id is null or o.org_id = p.org_id)
       left join authors.organizations g on g.id = p.org_id
     where p.run_id = $1 and p.amount > 0 order by 1, 2`,
    [runId],
  );
}
