create or replace function billing.invoice_taxed() returns trigger language plpgsql as $$
-- Generated columns have no value yet before the row is written.
declare taxed text[] := array['tax', 'tax_details', 'tax_calculation_id']
  || array(select attname::text from pg_attribute where attrelid = tg_relid and attgenerated <> '');
begin
  if old.tax_details is not null or new.tax_details is null or (to_jsonb(new) - taxed) <> (to_jsonb(old) - taxed) then
    raise exception 'billing: a draft gets its tax once, and nothing else with it' using errcode = '42501', constraint = 'invoices_taxed_once';
  end if;
  return new;
end
$$;
