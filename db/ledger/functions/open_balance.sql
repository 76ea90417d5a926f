-- The balance row exists before anybody locks it, so two first postings to one account queue up behind it.
create or replace function ledger.open_balance()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into ledger.account_balance (account_id)
  select new.id from ledger.account_code c where c.code = new.code and c.live;
  return null;
end
$$;
