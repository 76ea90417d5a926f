-- Whether an author's balance was settled completely since: what is owed now is another debt.
create or replace function payouts.settled_since(org uuid, of_currency text, since timestamptz) returns boolean language sql stable as $$
  select exists (select from ledger.ledger_tx t join ledger.ledger_entry e on e.tx_id = t.id join ledger.ledger_account a on a.id = e.account_id
    where t.source_type = 'recovery' and t.effective_at >= since and a.code = 'author_payable' and a.owner_id = org and a.currency = of_currency
      and (select sum(x.amount) from ledger.ledger_entry x where x.account_id = a.id and x.tx_id <= t.id) = 0)
$$;
