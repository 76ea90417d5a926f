-- What is open behind the balance of an author in a currency: their payouts leave it out until it is closed (D28 of money). Whatever
-- computes, approves, sends or shows a payout asks here. `of_org`: only what concerns this author. Without an author, an
-- item stops its currency: it may touch everybody. `item_id` is null for a movement that was fetched and neither booked nor listed
-- yet.
create or replace function reconciliation.open_items(of_org uuid default null)
returns table(item_id uuid, org_id uuid, currency text, kind text, detail text, since timestamptz) language sql stable as $$
with open as (
  select i.id, i.kind, i.currency, i.detail, i.occurred_at, reconciliation.item_refs(i.ref, i.facts) as refs,
    -- Sums that differ, and money that moved for nobody knows whom. Money of strangers, and a posting of ours, touch whom they name.
    i.kind like 'equality%' or i.kind in ('not_booked', 'unknown_movement') as everybody
  from reconciliation.items i where i.blocking and i.state <> 'closed' and i.kind <> 'shared_bank'
  union all
  select null, 'not_booked', m.currency, 'The provider moved this money, but it is not in our books yet.', m.created_at,
    reconciliation.item_refs('movement:' || m.id, '{}'), false
  from reconciliation.provider_balance_tx m
  where m.created_at > (select max(r.started_at) - interval '1 hour' from reconciliation.runs r where r.state = 'done') and m.net <> 0
    and not exists (select from reconciliation.matches x where x.balance_tx_id = m.id)
    and not exists (select from reconciliation.items i where i.ref = 'movement:' || m.id and i.state <> 'closed')
    and not exists (select from ledger.ledger_tx t where t.posted_at > m.created_at - interval '1 day'
      and string_to_array(t.idempotency_key, ':') && array[m.id, m.source_id]
      and not exists (select from reconciliation.matches x where x.ledger_tx_id = t.id)))
select o.id, a.org_id, coalesce(a.currency, o.currency), o.kind, o.detail, o.occurred_at
from open o left join lateral reconciliation.authors_of(o.refs) a on true
where (a.org_id is not null or o.everybody and a.currency is null) and (of_org is null or a.org_id is null or a.org_id = of_org)
union all
select i.id, s.org_id, c.code, 'shared_bank', 'It is the bank account of another author too.', s.since
from reconciliation.shared_banks() s cross join ledger.currency c left join reconciliation.items i on i.ref = s.ref and i.state <> 'closed'
where of_org is null or s.org_id = of_org
$$;
