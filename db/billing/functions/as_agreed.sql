-- What is open of an invoice is charged, to the card of its payer; a segment has the share of its rule; an
-- invoice of listing fees asks for what is left of them; a paid one was charged, collected by the host, or the one that it was carried into is paid.
create or replace function billing.as_agreed() returns trigger language plpgsql as $$
declare agreed boolean;
begin
  if tg_table_name = 'payments' then
    agreed := exists (select from billing.invoices i join billing.tenant_customers c on c.tenant_id = i.tenant_id where i.id = new.invoice_id
      and i.state in ('open', 'past_due', 'uncollectible') and (billing.open_amount(i.id), i.currency) = (new.amount, new.currency)
      and c.collected_by = 'portal' and (c.customer_id, c.payment_method_id) = (new.customer_id, new.payment_method_id));
  elsif tg_table_name = 'install_segments' then
    agreed := new.org_id is null or exists (select from billing.split_rules s where (s.id, s.author_bps) = (new.split_rule_id, new.author_bps));
  elsif tg_op = 'INSERT' then
    agreed := new.total = (select sum(f.amount + f.tax - f.netted) from billing.listing_fees f
      where (f.invoice_id, f.org_id, f.month, f.currency) = (new.id, new.tenant_id, new.month, new.currency));
  else
    agreed := exists (select from billing.payments p where p.invoice_id = new.id and p.state = 'succeeded')
      or exists (select from billing.host_payments h where (h.invoice_id, h.amount) = (new.id, billing.open_amount(new.id)))
      or new.amount_due = 0 and exists (select from billing.invoices i where i.carried_from = new.id and i.state = 'paid');
  end if;
  if agreed then
    return new;
  end if;
  raise exception '%.% says other than was agreed', tg_table_schema, tg_table_name using errcode = '23514', constraint = tg_table_name || '_as_agreed';
end
$$;
