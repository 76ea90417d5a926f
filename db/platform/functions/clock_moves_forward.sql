create or replace function platform.clock_moves_forward() returns trigger language plpgsql as $$
begin
  if new.offset_ms < old.offset_ms then
    raise exception 'the test clock only moves forward' using errcode = '23514';
  end if;
  return new;
end
$$;
