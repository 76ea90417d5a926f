import { sorted, type Read, type ResultNames } from './reading.js';
import type { Row } from './result.js';

/**
 * The ledger has one leg per author for all invoices closed together. Here each invoice is listed with the author's
 * share of its lines, without the clearing account.
 */
const LEGS = `select t.id as tx_id, t.effective_at as at, t.kind, t.source_type, t.source_id as source, a.code as account,
    case when c.owned then a.owner_id end as owner, a.currency, e.amount
  from ledger.ledger_tx t join ledger.ledger_entry e on e.tx_id = t.id join ledger.ledger_account a on a.id = e.account_id
  join ledger.account_code c on c.code = a.code where t.kind <> 'author_shares' and not c.clears
  union all
  select t.id, t.effective_at, t.kind, t.source_type, t.source_id, 'author_pending', l.org_id, l.currency,
    -sum(l.author_share)::bigint
  from ledger.ledger_tx t join billing.invoice_lines l on l.invoice_id = t.source_id::uuid
  where t.kind = 'invoice'
    and exists (select 1 from ledger.booked_legs b where b.tx_id = t.id and b.code = 'share_clearing')
  group by t.id, l.org_id, l.currency having sum(l.author_share) > 0 order by tx_id`;

/** Authors whose computed legs differ from the posted ones; none when ledger and lines agree. */
const DIFFERENT_BALANCES = `select owner_id, currency from (
    select b.owner_id, b.currency, b.amount from ledger.booked_legs b join ledger.ledger_tx t on t.id = b.tx_id
    where t.kind = 'author_shares' and b.code = 'author_pending'
    union all
    select l.org_id, l.currency, l.author_share
    from ledger.ledger_tx t join billing.invoice_lines l on l.invoice_id = t.source_id::uuid
    where t.kind = 'invoice'
      and exists (select 1 from ledger.booked_legs b where b.tx_id = t.id and b.code = 'share_clearing')) x
  group by 1, 2 having sum(amount) <> 0`;

export async function observeLedger(read: Read, names: ResultNames) {
  const accounts = await read<Row<'account' | 'balance'>>(
    `select code as account, owner_id as owner, currency, debits::text, credits::text,
       (case when kind in ('asset', 'expense') then debits - credits else credits - debits end)::text as balance
     from (
       select a.code, c.kind, case when c.owned then a.owner_id end as owner_id, a.currency,
         coalesce(sum(e.amount) filter (where e.amount > 0), 0) as debits,
         coalesce(-sum(e.amount) filter (where e.amount < 0), 0) as credits
       from ledger.ledger_account a join ledger.account_code c on c.code = a.code
       join ledger.ledger_entry e on e.account_id = a.id
       where not c.clears group by a.id, a.code, c.kind, c.owned, a.owner_id, a.currency) x`,
    [],
    { owner: names.owner },
  );
  const trialBalance = await read<Row<'currency' | 'difference'>>(
    `select currency, coalesce(sum(amount) filter (where amount > 0), 0)::text as debits,
       coalesce(-sum(amount) filter (where amount < 0), 0)::text as credits, sum(amount)::text as difference
     from ledger.booked_legs where code not in (select code from ledger.account_code where clears) group by currency`,
  );
  return {
    postings: await postings(read, names),
    accounts: sorted(accounts, 'currency', 'account', 'owner'),
    trial_balance: sorted(trialBalance, 'currency'),
  };
}

async function postings(read: Read, { owner, source }: ResultNames) {
  const different = await read<{ owner_id: string; currency: string }>(DIFFERENT_BALANCES);
  if (different.length > 0) throw new Error(`lines and books differ: ${JSON.stringify(different)}`);
  type Leg = Record<'tx_id' | 'at' | 'kind' | 'source_type' | 'source' | 'account' | 'currency' | 'amount', string> & {
    owner: string | null;
  };
  const byTx = new Map<string, Leg[]>();
  for (const leg of await read<Leg>(LEGS, [], { owner, source }))
    byTx.set(leg.tx_id, [...(byTx.get(leg.tx_id) ?? []), leg]);
  const all = [...byTx.values()].map((legs) => {
    const { at, kind, source_type, source: about } = legs[0]!;
    const shown = legs.map(({ account, owner: of, currency, amount }) => ({ account, owner: of, currency, amount }));
    return {
      at,
      kind,
      source: `${source_type} ${about}`,
      legs: sorted(shown, 'currency', 'account', 'owner', 'amount'),
    };
  });
  return sorted(all, 'at', 'kind', 'source', 'legs');
}
