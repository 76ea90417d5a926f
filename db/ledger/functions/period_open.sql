-- The lock makes a posting that is under way end before its month is closed, and a later one see that it is.
create or replace function ledger.period_open()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare bad record;
begin
  perform platform.take_lock('ledger.posting', shared => true);
  select n.period, n.kind into bad from (select distinct period, kind from new_rows) n
    join ledger.closed_periods c on c.period = n.period limit 1;
  if found then
    raise exception 'ledger: % is closed and takes no posting of kind %', to_char(bad.period, 'YYYY-MM'), bad.kind
      using errcode = '23514', constraint = 'ledger_period_closed';
  end if;
  return null;
end
$$;
