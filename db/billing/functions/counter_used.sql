create or replace function billing.counter_used() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from billing.credit_notes where legal_entity = new.legal_entity and number_seq = new.last_number) then
    raise exception 'billing: number % was not used', new.last_number using errcode = '23514', constraint = 'credit_notes_gapless';
  end if;
  return null;
end
$$;
