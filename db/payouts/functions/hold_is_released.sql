-- A hold is released together with every amount that it keeps.
create or replace function payouts.hold_is_released() returns trigger language plpgsql as $$
begin
  if exists (select from payouts.held_amounts a where a.hold_id = new.id and a.released_at is null) then
    raise exception 'payouts: hold % still keeps something', new.id using errcode = '23514', constraint = 'payout_holds_released';
  end if;
  return null;
end
$$;
