-- Without an approval it is what one person may give back alone, whoever writes and in whatever parts.
create or replace function billing.given_alone() returns trigger language plpgsql as $$
declare
  payer uuid := (select i.tenant_id from billing.invoices i where i.id = new.invoice_id);
  given_at timestamptz := coalesce(to_jsonb(new)->>'accepted_at', to_jsonb(new)->>'created_at', to_jsonb(new)->>'issued_at');
begin
  -- Serialised, so that each sees the one before it; and none may be dated back.
  perform platform.take_lock('billing.given_back', payer::text);
  if billing.left_alone(payer, new.currency) < 0
     or current_user = 'portal_app' and given_at < platform.portal_now() - interval '1 hour' then
    raise exception 'billing: so much of invoice % is given back by two people', new.invoice_id
      using errcode = '23514', constraint = tg_table_name || '_second_person';
  end if;
  return null;
end
$$;
