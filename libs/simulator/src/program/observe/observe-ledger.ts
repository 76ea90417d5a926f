import type { AccountResult, PostingResult, TrialBalance } from '../result.js';
import { sorted, type NameOf, type Names, type Read } from './reading.js';

interface LegRow {
  tx_id: string;
  kind: string;
  source_type: string;
  source_id: string;
  effective_at: Date;
  code: string;
  owner_id: string | null;
  currency: string;
  amount: string;
}

/**
 * The ledger has one leg per author for all invoices closed together. Here each invoice is listed with the author's
 * share of its lines, without the clearing account.
 */
const LEGS = `select t.id as tx_id, t.kind, t.source_type, t.source_id, t.effective_at, a.code, case when c.owned then a.owner_id end as owner_id,
    a.currency, e.amount
  from ledger.ledger_tx t join ledger.ledger_entry e on e.tx_id = t.id join ledger.ledger_account a on a.id = e.account_id
  join ledger.account_code c on c.code = a.code where t.kind <> 'author_shares' and not c.clears
  union all
  select t.id, t.kind, t.source_type, t.source_id, t.effective_at, 'author_pending', l.org_id, l.currency, -sum(l.author_share)::bigint
  from ledger.ledger_tx t join billing.invoice_lines l on l.invoice_id = t.source_id::uuid
  where t.kind = 'invoice' and exists (select 1 from ledger.booked_legs b where b.tx_id = t.id and b.code = 'share_clearing')
  group by t.id, l.org_id, l.currency having sum(l.author_share) > 0 order by tx_id`;

/** Authors whose computed legs differ from the posted ones; none when ledger and lines agree. */
const DIFFERENT_BALANCES = `select owner_id, currency from (
    select b.owner_id, b.currency, b.amount from ledger.booked_legs b join ledger.ledger_tx t on t.id = b.tx_id
    where t.kind = 'author_shares' and b.code = 'author_pending'
    union all
    select l.org_id, l.currency, l.author_share from ledger.ledger_tx t join billing.invoice_lines l on l.invoice_id = t.source_id::uuid
    where t.kind = 'invoice' and exists (select 1 from ledger.booked_legs b where b.tx_id = t.id and b.code = 'share_clearing')) x
  group by 1, 2 having sum(amount) <> 0`;

export async function postings(read: Read, names: Names): Promise<PostingResult[]> {
  const otherwise = await read<{ owner_id: string; currency: string }>(DIFFERENT_BALANCES);
  if (otherwise.length > 0)
    throw new Error(`lines and books differ: ${otherwise.map((o) => `${o.owner_id} ${o.currency}`).join(', ')}`);
  const rows = await read<LegRow>(LEGS);
  const byTx = new Map<string, LegRow[]>();
  for (const row of rows) byTx.set(row.tx_id, [...(byTx.get(row.tx_id) ?? []), row]);
  const all = [...byTx.values()].map((legs): PostingResult => {
    const head = legs[0]!;
    return {
      at: head.effective_at.toISOString(),
      kind: head.kind,
      source: `${head.source_type} ${names.source(head.source_id)}`,
      legs: sorted(
        legs.map((leg) => ({
          account: leg.code,
          owner: leg.owner_id === null ? null : names.owner(leg.owner_id),
          currency: leg.currency,
          amount: leg.amount,
        })),
        (leg) => leg.currency,
        (leg) => leg.account,
        (leg) => leg.owner ?? '',
        (leg) => leg.amount,
      ),
    };
  });
  return sorted(
    all,
    (posting) => posting.at,
    (posting) => posting.kind,
    (posting) => posting.source,
    (posting) => JSON.stringify(posting.legs),
  );
}

export async function accounts(read: Read, nameOf: NameOf): Promise<AccountResult[]> {
  const rows = await read<{
    code: string;
    kind: string;
    owner_id: string | null;
    currency: string;
    debits: string;
    credits: string;
  }>(
    `select a.code, c.kind, case when c.owned then a.owner_id end as owner_id, a.currency,
       coalesce(sum(e.amount) filter (where e.amount > 0), 0)::text as debits, coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::text as credits
     from ledger.ledger_account a join ledger.account_code c on c.code = a.code left join ledger.ledger_entry e on e.account_id = a.id
     where not c.clears group by a.id, a.code, c.kind, c.owned, a.owner_id, a.currency having count(e.amount) > 0`,
  );
  return sorted(
    rows.map((row) => {
      const debit = BigInt(row.debits) - BigInt(row.credits);
      const own = row.kind === 'asset' || row.kind === 'expense' ? debit : -debit;
      return {
        account: row.code,
        owner: row.owner_id === null ? null : nameOf(row.owner_id),
        currency: row.currency,
        debits: row.debits,
        credits: row.credits,
        balance: own.toString(),
      };
    }),
    (row) => row.currency,
    (row) => row.account,
    (row) => row.owner ?? '',
  );
}

export async function trialBalance(read: Read): Promise<TrialBalance[]> {
  const rows = await read<{ currency: string; debits: string; credits: string }>(
    `select currency, coalesce(sum(amount) filter (where amount > 0), 0)::text as debits,
       coalesce(-sum(amount) filter (where amount < 0), 0)::text as credits
     from ledger.booked_legs where code not in (select code from ledger.account_code where clears) group by currency`,
  );
  return sorted(rows, (row) => row.currency).map(({ currency, debits, credits }) => ({
    currency,
    debits,
    credits,
    difference: (BigInt(debits) - BigInt(credits)).toString(),
  }));
}
