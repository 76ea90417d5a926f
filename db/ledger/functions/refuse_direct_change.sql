-- Balances change only from inside the posting triggers, never by a statement of anybody.
create or replace function ledger.refuse_direct_change() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'ledger: %.% is kept by its triggers', tg_table_schema, tg_table_name using errcode = '42501';
  end if;
  return null;
end
$$;
