-- `as_of` must be a cut-off: nothing with a lower id may appear later.
create or replace function ledger.take_snapshots(as_of bigint) returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare taken bigint;
begin
  insert into ledger.account_snapshot (account_id, as_of_tx, debits, credits)
    select a.id, as_of, coalesce(s.debits, 0) + m.debits, coalesce(s.credits, 0) + m.credits
    from ledger.ledger_account a
    join ledger.account_code c on c.code = a.code and not c.live
    left join lateral (select * from ledger.account_snapshot p where p.account_id = a.id and p.as_of_tx < as_of order by p.as_of_tx desc limit 1) s on true
    cross join lateral (
      select coalesce(sum(greatest(e.amount, 0)), 0) as debits, coalesce(sum(greatest(-e.amount, 0)), 0) as credits, count(*) as n
      from ledger.ledger_entry e where e.account_id = a.id and e.tx_id > coalesce(s.as_of_tx, 0) and e.tx_id <= as_of) m
    where m.n > 0
    on conflict do nothing;
  get diagnostics taken = row_count;
  return taken;
end
$$;
