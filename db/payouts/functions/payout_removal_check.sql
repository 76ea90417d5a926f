-- A computed payout may be computed again as long as nothing was set aside for it; everything else is kept for ever.
create or replace function payouts.payout_removal_check() returns trigger language plpgsql as $$
begin
  if old.state <> 'computed' or not exists (select 1 from payouts.payout_runs r where r.id = old.run_id and r.state = 'computing') then
    raise exception 'payouts: payout % is kept', old.id using errcode = '42501';
  end if;
  return old;
end
$$;
