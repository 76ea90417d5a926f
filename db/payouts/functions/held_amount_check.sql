create or replace function payouts.held_amount_check() returns trigger language plpgsql as $$
begin
  if old.released_at is not null or (to_jsonb(new) - 'released_at') <> (to_jsonb(old) - 'released_at') then
    raise exception 'payouts: what hold % took is frozen', old.hold_id using errcode = '23514', constraint = 'held_amounts_frozen';
  end if;
  return new;
end
$$;
