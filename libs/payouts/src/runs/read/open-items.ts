import type { Queryable } from '@portal/ledger';

/** What is open behind the balance of an author in a currency; `orgId` null: behind every balance in it. */
interface OpenItem {
  readonly orgId: string | null;
  readonly currency: string;
  readonly why: string;
}

/** What keeps an author out of a run, by `reconciliation.open_items` (D28). */
export type WhatIsOpen = (orgId: string, currency: string) => OpenItem | undefined;

/** One reading of it; for one author if given. */
export async function whatIsOpen(q: Queryable, orgId?: string): Promise<WhatIsOpen> {
  const items = await q.query<OpenItem>(
    `select org_id as "orgId", currency, detail || ' Since ' || to_char(min(since) at time zone 'UTC', 'FMDD Mon YYYY') || '.' as why
     from reconciliation.open_items($1) group by org_id, currency, detail order by min(since), detail`,
    [orgId ?? null],
  );
  return (author, currency) =>
    items.find((one) => one.currency === currency && (one.orgId === null || one.orgId === author));
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
