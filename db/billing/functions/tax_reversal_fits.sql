-- No more than the tax of the invoice can be reversed, whoever writes; and a reversal never changes.
create or replace function billing.tax_reversal_fits() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and ((new.credit_note_id, new.invoice_id, new.net, new.tax, new.idempotency_key)
       is distinct from (old.credit_note_id, old.invoice_id, old.net, old.tax, old.idempotency_key) or old.state <> 'due')) then
    raise exception 'billing: what is taken back of a tax is never rewritten' using errcode = '42501', constraint = 'tax_reversals_pinned';
  end if;
  if tg_op = 'INSERT' then
    perform 1 from billing.invoices i where i.id = new.invoice_id for no key update;
    if exists (select 1 from billing.invoices i where i.id = new.invoice_id and (i.tax_calculation_id is null
         or i.subtotal < new.net + (select coalesce(sum(r.net), 0) from billing.tax_reversals r join billing.credit_notes c on c.id = r.credit_note_id
           where r.invoice_id = i.id and not exists (select from billing.credit_notes k where k.counters = c.id))
         or i.tax < new.tax + (select coalesce(sum(r.tax), 0) from billing.tax_reversals r join billing.credit_notes c on c.id = r.credit_note_id
           where r.invoice_id = i.id and not exists (select from billing.credit_notes k where k.counters = c.id)))) then
      raise exception 'billing: more tax is taken back than the invoice has' using errcode = '23514', constraint = 'tax_reversals_fit';
    end if;
  end if;
  return new;
end
$$;
