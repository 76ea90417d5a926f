create or replace function billing.invoice_pinned() returns trigger language plpgsql as $$
begin
  if (new.id, new.number_seq, new.tenant_id, new.tenant_name, new.month, new.currency, new.subtotal, new.tax)
     is distinct from (old.id, old.number_seq, old.tenant_id, old.tenant_name, old.month, old.currency, old.subtotal, old.tax)
     or (old.issued_at is not null and (new.issued_at, new.carried_from, new.carried_in, new.carried_out)
       is distinct from (old.issued_at, old.carried_from, old.carried_in, old.carried_out)) then
    raise exception 'billing: an invoice is never rewritten' using errcode = '42501', constraint = 'invoices_pinned';
  end if;
  return new;
end
$$;
