-- What the host has collected is an invoice of a tenant whose invoices it collects.
create or replace function billing.host_collects() returns trigger language plpgsql as $$
begin
  if not exists (select from billing.invoices i join billing.tenant_customers c on c.tenant_id = i.tenant_id
    where i.id = new.invoice_id and c.collected_by = 'host') then
    raise exception 'billing: the host does not collect invoice %', new.invoice_id using errcode = '23514', constraint = 'host_payments_collected';
  end if;
  return new;
end
$$;
