create or replace function billing.tax_details_kept() returns trigger language plpgsql as $$
begin
  raise exception 'billing: how the tax came about is never rewritten' using errcode = '42501', constraint = 'invoices_tax_kept';
end
$$;
