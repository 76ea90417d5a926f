-- Events at the processor are recorded as they are, but never as more than was paid; what we ask for ourselves
-- must fit with everything that happened or is under way, and waits while a dispute is open.
create or replace function billing.adjustments_fit() returns trigger language plpgsql as $$
declare paid bigint;
begin
  select amount into paid from billing.payments where id = new.payment_id and invoice_id = new.invoice_id
    and currency = new.currency and state in ('succeeded', 'surplus') for no key update;
  if paid is null then
    raise exception 'billing: there is no such payment' using errcode = '23514', constraint = 'adjustments_of_a_payment';
  end if;
  -- Several together may be processed in another order than they happened, one of them before another one failed: what
  -- is covered of them all is checked below.
  if tg_table_name = 'refunds' and new.amount > paid then
    raise exception 'billing: a refund of more than was paid' using errcode = '23514', constraint = 'refunds_fit_payment';
  end if;
  if paid < coalesce((select sum(covered) from billing.refunds where payment_id = new.payment_id and state <> 'failed'), 0)
       + coalesce((select sum(covered) from billing.disputes where payment_id = new.payment_id and phase in ('opened', 'lost')), 0) then
    raise exception 'billing: more would be taken back than was paid' using errcode = '23514', constraint = 'adjustments_fit_payment';
  end if;
  return null;
end
$$;
