-- What is open of an invoice is charged, to the card of its payer; a segment has the share of its rule.
create or replace function billing.as_agreed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'payments' then
    if exists (select from billing.invoices i join billing.tenant_customers c on c.tenant_id = i.tenant_id where i.id = new.invoice_id
        and i.state in ('open', 'past_due', 'uncollectible') and (billing.open_amount(i.id), i.currency) = (new.amount, new.currency)
        and (c.customer_id, c.payment_method_id) = (new.customer_id, new.payment_method_id)) then
      return new;
    end if;
  elsif new.org_id is null or exists (select from billing.split_rules s where (s.id, s.author_bps) = (new.split_rule_id, new.author_bps)) then
    return new;
  end if;
  raise exception '%.% says other than was agreed', tg_table_schema, tg_table_name using errcode = '23514', constraint = tg_table_name || '_as_agreed';
end
$$;
