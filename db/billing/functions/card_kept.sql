-- The card of a payer is the one that was saved in this transaction, by its intent or on a page of the provider.
create or replace function billing.card_kept() returns trigger language plpgsql as $$
begin
  if (tg_op = 'UPDATE' or new.payment_method_id is not null) and not exists (
      select from billing.payment_method_saves s where s.tenant_id = new.tenant_id and s.state = 'saved' and s.xmin = pg_current_xact_id()::xid
      union all select from billing.card_pages p where p.tenant_id = new.tenant_id and p.state = 'saved' and p.xmin = pg_current_xact_id()::xid) then
    raise exception 'billing: a card is kept when it was saved' using errcode = '23514', constraint = 'tenant_customers_card_saved';
  end if;
  return new;
end
$$;
