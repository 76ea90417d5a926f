-- The invoice that includes it collects it: a write-off here as well would book the loss twice.
create or replace function billing.write_off_of_last() returns trigger language plpgsql as $$
begin
  if exists (select 1 from billing.invoices n join billing.invoices i on i.id = n.carried_from where n.carried_from = new.invoice_id and i.state = 'below_minimum') then
    raise exception 'billing: this amount was carried into a later invoice' using errcode = '23514', constraint = 'write_offs_not_carried_on';
  end if;
  return new;
end
$$;
