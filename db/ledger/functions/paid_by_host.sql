-- An invoice is paid to our bank account by what two people marked as the host's payment; everything else by the provider.
create or replace function ledger.paid_by_host()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id where e.tx_id = new.id and a.code = 'bank')
      and not exists (select from billing.host_payments h where h.invoice_id = new.source_id::uuid
        and ledger.moves(new.id, 'bank', null, h.currency, h.amount)) then
    raise exception 'ledger: invoice % was not paid by the host', new.source_id using errcode = '23514', constraint = 'ledger_paid_by_host';
  end if;
  return null;
end
$$;
