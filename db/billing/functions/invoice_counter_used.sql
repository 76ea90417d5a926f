create or replace function billing.invoice_counter_used() returns trigger language plpgsql as $$
begin
  if new.last_number > 0 and not exists (select 1 from billing.invoices where number_seq = new.last_number) then
    raise exception 'billing: number % was not used', new.last_number using errcode = '23514', constraint = 'invoices_gapless';
  end if;
  return null;
end
$$;
