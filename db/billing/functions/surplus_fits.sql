create or replace function billing.surplus_fits() returns trigger language plpgsql as $$
begin
  perform 1 from billing.payments p where p.id = new.payment_id for no key update;
  if new.amount > coalesce(billing.surplus_left(new.payment_id), 0) then
    raise exception 'billing: payment % has less too much', new.payment_id using errcode = '23514', constraint = 'refunds_surplus_fits';
  end if;
  return new;
end
$$;
