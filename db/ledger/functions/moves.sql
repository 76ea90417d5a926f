-- Whether the account got exactly this amount by a posting. `owner_id` null: the platform's own account.
create or replace function ledger.moves(tx bigint, account text, owner_id text, of_currency text, of_amount bigint) returns boolean
language sql stable as $$
  select coalesce(sum(e.amount), 0) = of_amount from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id
    where e.tx_id = tx and a.code = account and a.currency = of_currency
      and a.owner_id = coalesce(moves.owner_id, '00000000-0000-0000-0000-000000000000')::uuid
$$;
