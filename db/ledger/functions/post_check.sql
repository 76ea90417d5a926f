-- Whole: as many legs as the transaction expects, numbered 1 to that number. The primary key does not let a number
-- come twice, so legs of another statement always fall outside.
create or replace function ledger.post_check()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare bad record;
begin
  with per as materialized (
    select tx_id, currency, sum(amount) as off, count(*) as legs, max(seq) as highest from new_rows group by 1, 2)
  select p.tx_id, p.currency, p.off, w.legs, w.highest, t.expected_entries into bad
    from per p
    join (select tx_id, sum(legs) as legs, max(highest) as highest from per group by 1) w using (tx_id)
    left join ledger.ledger_tx t on t.id = p.tx_id
    where p.off <> 0 or t.id is null or w.legs <> t.expected_entries or w.highest > t.expected_entries
    order by (p.off <> 0) desc limit 1;
  if found and bad.off <> 0 then
    raise exception 'ledger: transaction % is out of balance by % %', bad.tx_id, bad.off, bad.currency
      using errcode = '23514', constraint = 'ledger_balanced';
  elsif found and bad.expected_entries is null then
    raise exception 'ledger: there is no transaction %', bad.tx_id using errcode = '23503', constraint = 'ledger_entry_tx';
  elsif found then
    raise exception 'ledger: transaction % is not posted whole by one statement', bad.tx_id
      using errcode = '23514', constraint = 'ledger_posted_whole';
  end if;
  select n.account_id, n.currency, a.id is null as no_account, a.code, n.off into bad
    from (select account_id, currency, sum(amount) as off from new_rows group by 1, 2) n
    left join ledger.ledger_account a on a.id = n.account_id and a.currency = n.currency
    left join ledger.account_code c on c.code = a.code
    where a.id is null or (c.clears and n.off <> 0) order by a.id is null desc limit 1;
  if found and bad.no_account then
    raise exception 'ledger: account % is not in %', bad.account_id, bad.currency
      using errcode = '23503', constraint = 'ledger_entry_account_currency';
  elsif found then
    raise exception 'ledger: % % would stay on account % (%), which is only passed through', bad.off, bad.currency, bad.account_id, bad.code
      using errcode = '23514', constraint = 'ledger_clears';
  end if;
  -- Locks in the order of account ids, so that two postings over the same accounts never wait for each other.
  perform 1 from ledger.account_balance where account_id in (select account_id from new_rows) order by account_id for update;
  with moved as (
    update ledger.account_balance b set debits = b.debits + d.debits, credits = b.credits + d.credits, version = b.version + 1
    from (select account_id, sum(greatest(amount, 0)) as debits, sum(greatest(-amount, 0)) as credits from new_rows group by 1) d
    where b.account_id = d.account_id returning b.account_id, b.debits, b.credits)
  select m.account_id, a.code into bad from moved m
    join ledger.ledger_account a on a.id = m.account_id
    join ledger.account_code c on c.code = a.code
    where (case when c.kind in ('asset', 'expense') then m.debits - m.credits else m.credits - m.debits end) < c.floor limit 1;
  if found then
    raise exception 'ledger: account % (%) would fall below its floor', bad.account_id, bad.code
      using errcode = '23514', constraint = 'ledger_floor';
  end if;
  return null;
end
$$;
