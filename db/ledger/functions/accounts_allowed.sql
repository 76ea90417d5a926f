-- A kind of posting debits and credits its own accounts only; what was held or set aside of one author never goes to another.
create or replace function ledger.accounts_allowed()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare bad record;
begin
  select k.kind, a.code, n.debit into bad
    from (select distinct t.kind, t.source_id, r.account_id, r.amount > 0 as debit from new_rows r join ledger.ledger_tx t on t.id = r.tx_id) n
    join ledger.ledger_account a on a.id = n.account_id
    join ledger.posting_kinds k on k.kind = n.kind
    where a.code <> all (case when n.debit then k.debits else k.credits end)
      or a.owned and k.kind in ('payout_hold', 'payout_hold_released', 'payout_released') and n.source_id not in (
        select id::text from payouts.payout_holds where org_id = a.owner_id union all select id::text from payouts.payouts where org_id = a.owner_id) limit 1;
  if found then
    raise exception 'ledger: a posting of kind % does not % %', bad.kind, case when bad.debit then 'debit' else 'credit' end, bad.code
      using errcode = '23514', constraint = 'ledger_posting_accounts';
  end if;
  return null;
end
$$;
