-- The surplus of a charge beyond its invoice, less the part that was refunded or is being refunded.
create or replace function billing.surplus_left(payment uuid) returns bigint language sql stable as $$
select greatest(0, (p.amount - case p.state when 'surplus' then 0 else billing.open_amount(p.invoice_id) end)
  - coalesce((select sum(case r.scope when 'surplus' then r.amount else r.amount - coalesce(r.covered, r.amount) end)
    from billing.refunds r where r.payment_id = p.id and r.state <> 'failed'), 0))::bigint
from billing.payments p where p.id = payment and p.state in ('succeeded', 'surplus')
$$;
