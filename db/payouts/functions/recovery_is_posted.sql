-- Neither without the other at the end of a transaction: the approval of two people, and its posting.
create or replace function payouts.recovery_is_posted() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from ledger.ledger_tx where idempotency_key = 'recovery:' || new.id) then
    raise exception 'payouts: recovery % is approved and not posted', new.id using errcode = '23514', constraint = 'recoveries_posted';
  end if;
  return null;
end
$$;
