-- Payees who are paid to the same bank account, each with the other, until a person of finance has decided about that pair by
-- closing its item.
create or replace function reconciliation.shared_banks() returns table(ref text, org_id uuid, other_id uuid, since timestamptz, last4 text) language sql stable as $$
select * from (select 'shared_bank:' || least(a.org_id, b.org_id) || ':' || greatest(a.org_id, b.org_id) as ref, a.org_id, b.org_id,
    greatest(a.bank_since, b.bank_since), a.bank ->> 'last4'
  from payouts.payout_accounts a join payouts.payout_accounts b on b.active and b.bank ->> 'fingerprint' = a.bank ->> 'fingerprint' and b.org_id <> a.org_id
  where a.active) s
where not exists (select from reconciliation.items i join reconciliation.item_history h on h.item_id = i.id
  where i.ref = s.ref and i.state = 'closed' and h.what = 'closed' and h.by_id is not null)
$$;
