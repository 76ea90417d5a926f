-- What became of a payout after its approval, each step with its id and date. Timeline and statements are made of it. A step
-- of ours has the id of its ledger transaction, the others have that of the processor.
create or replace function payouts.life_of(payout uuid)
returns table(kind text, at timestamptz, ref text, amount bigint, note text) language sql stable as $$
with p as (
  select p.*, a.transfer_id from payouts.payouts p left join payouts.payout_attempts a on a.payout_id = p.id and a.state = 'accepted'
  where p.id = payout),
-- Owed to the author again.
back as (
  select 'refused' as kind, t.id, t.posted_at, p.amount from p
  join ledger.ledger_tx t on t.source_type = 'payout' and t.source_id = p.id::text and t.kind = 'payout_released'
  union all
  select 'returned', t.id, t.posted_at, -e.amount from p join reconciliation.provider_balance_tx m on m.related @> array[p.transfer_id]
  join reconciliation.items i on i.ref = 'movement:' || m.id
  join ledger.ledger_tx t on t.source_type = 'reconciliation_item' and t.source_id = i.id::text
  join ledger.ledger_entry e on e.tx_id = t.id
  join ledger.ledger_account a on a.id = e.account_id and a.code = 'author_payable' and a.owner_id = p.org_id)
select 'transferred', p.settled_at, p.transfer_id, p.amount, null from p where p.settled_at is not null
union all
select b.kind, b.posted_at, b.id::text, b.amount, null from back b
union all
select case b ->> 'state' when 'paid' then 'bank_arrived' when 'failed' then 'bank_refused' else 'bank_returned' end,
  (b ->> 'at')::timestamptz, b ->> 'id', p.amount, b ->> 'failure'
from p join payouts.bank_legs l on l.payout_id = p.id cross join jsonb_array_elements(l.history) b
where b ->> 'state' in ('paid', 'failed', 'returned')
union all
select 'reversed', v.at, v.id, v.amount, v.reason from p cross join lateral reconciliation.reversals_of(p.transfer_id) v
union all
select 'given_up', greatest(payouts.given_up_since(p.id), (select max(b.posted_at) from back b)), p.id::text, p.amount, null
from p where payouts.given_up_since(p.id) is not null
union all
select 'replaced', q.settled_at, q.transfer_id, case p.state when 'carried' then p.amount else b.returned end, null
from p cross join lateral (select max(b.id) as last, sum(b.amount)::bigint as returned from back b where p.state = 'carried' or b.kind = 'returned') b
cross join lateral (
  select q.settled_at, a.transfer_id from payouts.payouts q join payouts.payout_runs r on r.id = q.run_id
  join payouts.payout_attempts a on a.payout_id = q.id and a.state = 'accepted'
  where q.org_id = p.org_id and q.currency = p.currency and q.id <> p.id and r.cutoff_tx >= b.last
  order by r.cutoff_tx, r.id limit 1) q
$$;
