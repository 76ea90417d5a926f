-- Nothing is sent while something is open behind the balance that it pays.
create or replace function payouts.attempt_is_reconciled() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from payouts.payouts p cross join lateral reconciliation.open_items(p.org_id) o
      where p.id = new.payout_id and o.currency = p.currency) then
    raise exception 'an exception of reconciliation is open behind this payout' using errcode = '23514', constraint = 'payout_attempts_reconciled';
  end if;
  return new;
end
$$;
