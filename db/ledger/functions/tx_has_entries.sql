create or replace function ledger.tx_has_entries()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select 1 from ledger.ledger_entry where tx_id = new.id) then
    raise exception 'ledger: transaction % has no entries', new.id using errcode = '23514', constraint = 'ledger_tx_has_entries';
  end if;
  return null;
end
$$;
