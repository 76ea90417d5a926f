create or replace function billing.invoices_refer()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare bad record;
begin
  select n.month, p.month is null as no_month, n.currency into bad from (select distinct month, currency from new_rows) n
    left join billing.periods p on p.month = n.month left join ledger.currency c on c.code = n.currency
    where p.month is null or c.code is null limit 1;
  if not found then return null; end if;
  if bad.no_month then
    raise exception 'billing: there is no month %', bad.month using errcode = '23503', constraint = 'invoices_month_known';
  end if;
  raise exception 'billing: there is no currency %', bad.currency using errcode = '23503', constraint = 'invoices_currency_known';
end
$$;
