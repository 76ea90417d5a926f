create or replace function payouts.recovery_moves() returns trigger language plpgsql as $$
declare decision text[] := array['state', 'decided_by', 'decided_by_name', 'decided_at', 'decision_note', 'left_owing'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'proposed' then
      raise exception 'payouts: a recovery starts as a proposal' using errcode = '23514', constraint = 'recoveries_proposed_first';
    end if;
  elsif old.state <> 'proposed' or (to_jsonb(new) - decision) <> (to_jsonb(old) - decision) then
    raise exception 'payouts: a recovery is decided once' using errcode = '42501', constraint = 'recoveries_pinned';
  end if;
  return new;
end
$$;
