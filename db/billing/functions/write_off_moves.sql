create or replace function billing.write_off_moves() returns trigger language plpgsql as $$
declare decision text[] := array['state', 'decided_by', 'decided_by_name', 'decided_at', 'decision_note'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'proposed' then
      raise exception 'billing: a write-off starts as a proposal' using errcode = '23514', constraint = 'write_offs_proposed_first';
    end if;
  elsif old.state <> 'proposed' or (to_jsonb(new) - decision) <> (to_jsonb(old) - decision) then
    raise exception 'billing: a write-off is decided once' using errcode = '42501', constraint = 'write_offs_pinned';
  end if;
  return new;
end
$$;
