-- Nothing is sent while something is open behind the balance that it pays, or the bank refuses what was sent before.
create or replace function payouts.attempt_is_reconciled() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from payouts.payouts p cross join lateral reconciliation.open_items(p.org_id) o
      where p.id = new.payout_id and o.currency = p.currency) then
    raise exception 'an exception of reconciliation is open behind this payout' using errcode = '23514', constraint = 'payout_attempts_reconciled';
  end if;
  if exists (select from payouts.payouts p where p.id = new.payout_id and payouts.bank_refused_since(p.payout_account_id) is not null) then
    raise exception 'the bank of this account refuses payouts' using errcode = '23514', constraint = 'payout_attempts_bank_accepts';
  end if;
  return new;
end
$$;
