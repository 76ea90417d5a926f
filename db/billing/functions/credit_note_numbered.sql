create or replace function billing.credit_note_numbered() returns trigger language plpgsql as $$
begin
  if new.number_seq <> (select last_number from billing.credit_note_counters where legal_entity = new.legal_entity) then
    raise exception 'billing: credit note % leaves a gap', new.number using errcode = '23514', constraint = 'credit_notes_gapless';
  end if;
  if new.kind = 'cancellation' then
    perform 1 from billing.invoices where id = new.invoice_id for no key update;
    if not exists (select 1 from billing.invoices where id = new.invoice_id and state in ('open', 'past_due', 'below_minimum'))
       or exists (select 1 from billing.payments where invoice_id = new.invoice_id and state in ('sending', 'stuck')) then
      raise exception 'billing: this invoice can not be cancelled now' using errcode = '23514', constraint = 'credit_notes_only_before_payment';
    end if;
  end if;
  return null;
end
$$;
