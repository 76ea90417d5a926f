create or replace function billing.counter_used() returns trigger language plpgsql as $$
begin
  if new.last_number > 0 and not exists (select 1 from billing.invoices where number_seq = new.last_number and tg_table_name = 'invoice_counter'
      union all select 1 from billing.credit_notes where legal_entity = to_jsonb(new)->>'legal_entity' and number_seq = new.last_number) then
    raise exception 'billing: number % was not used', new.last_number using errcode = '23514', constraint = case tg_table_name when 'invoice_counter' then 'invoices_gapless' else 'credit_notes_gapless' end;
  end if;
  return null;
end
$$;
