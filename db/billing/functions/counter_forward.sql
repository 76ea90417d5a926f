create or replace function billing.counter_forward() returns trigger language plpgsql as $$
begin
  if new.legal_entity <> old.legal_entity or new.last_number <> old.last_number + 1 then
    raise exception 'billing: numbers go up by one' using errcode = '23514', constraint = 'credit_note_counters_forward';
  end if;
  return new;
end
$$;
