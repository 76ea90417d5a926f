import type { Queryable } from '@portal/ledger';

/** Period of the payments and disputes that count. */
const MONTHS_BACK = 3;
/** Minimum number of payments; with fewer, a single dispute is not significant. */
const LEAST_PAYMENTS = 10;

type Rates = Map<string, number | null>;

/**
 * Authors whose disputed payments, by the ledger and without those that were won, exceed `basisPoints` of their payments of the last three months, with
 * their rate in basis points. With null, every author with a balance, without a rate.
 */
export async function authorsAbove(q: Queryable, basisPoints: number | null, at: Date): Promise<Rates> {
  if (basisPoints === null) {
    const rows = await q.query<{ owner_id: string }>(
      `select distinct a.owner_id from ledger.ledger_account a where a.code = 'author_payable'`,
    );
    return new Map(rows.map((row) => [row.owner_id, null]));
  }
  const rows = await q.query<{ owner_id: string; rate: number }>(
    `with since as (select $1::timestamptz - interval '${MONTHS_BACK} months' as at),
       disputed as (select a.owner_id, count(distinct t.source_id) as n from ledger.ledger_account a
         join ledger.ledger_entry e on e.account_id = a.id join ledger.ledger_tx t on t.id = e.tx_id
         where a.code = 'author_disputed' and t.source_type = 'dispute' and e.amount < 0 and t.effective_at > (select at from since)
           and not exists (select from ledger.ledger_tx won where won.source_type = 'dispute' and won.source_id = t.source_id and won.kind in ('dispute_won', 'dispute_appeal_won')) group by 1),
       paid as (select a.owner_id, count(distinct t.source_id) as n from disputed d join ledger.ledger_account a on a.owner_id = d.owner_id
         join ledger.ledger_entry e on e.account_id = a.id join ledger.ledger_tx t on t.id = e.tx_id
         where a.code = 'author_payable' and t.source_type = 'invoice' and e.amount < 0 and t.effective_at > (select at from since) group by 1)
     select owner_id, (d.n * 10000 / p.n)::int as rate from disputed d join paid p using (owner_id)
     where p.n >= ${LEAST_PAYMENTS} and d.n * 10000 > p.n * $2::bigint`,
    [at, basisPoints],
  );
  return new Map(rows.map((row) => [row.owner_id, row.rate]));
}
