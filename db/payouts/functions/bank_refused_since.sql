-- Since when the bank behind a payout account refuses what was paid to it; null once that has arrived.
create or replace function payouts.bank_refused_since(account uuid) returns timestamptz language sql stable as $$
select min(b.refused_at) from payouts.bank_legs b join payouts.payouts p on p.id = b.payout_id
where b.refused_at is not null and p.payout_account_id = account
$$;
