create or replace function billing.refund_may_be_asked() returns trigger language plpgsql as $$
begin
  if exists (select 1 from billing.disputes where payment_id = new.payment_id
      and (phase = 'opened' or status in ('needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review'))) then
    raise exception 'billing: a dispute of this payment is open' using errcode = '23514', constraint = 'refunds_not_while_disputed';
  end if;
  if new.amount % (select c.charge_multiple from ledger.currency c where c.code = new.currency) <> 0 then
    raise exception 'billing: the provider does not refund % of %', new.amount, new.currency using errcode = '23514', constraint = 'refunds_whole_steps';
  end if;
  if (select amount from billing.payments where id = new.payment_id)
       < coalesce((select sum(amount) from billing.refunds where payment_id = new.payment_id and state <> 'failed'), 0)
       + coalesce((select sum(withdrawn) from billing.disputes where payment_id = new.payment_id and phase in ('opened', 'lost')), 0) then
    raise exception 'billing: more would be refunded than was paid' using errcode = '23514', constraint = 'refunds_fit_payment';
  end if;
  return null;
end
$$;
