-- What an invoice carries into the next one: less what credit notes cancelled beyond what was due, or beyond what they give back.
create or replace function billing.carries(invoice uuid) returns bigint language sql stable as $$
select i.carried_out - (greatest(0, coalesce((select sum(c.total) from billing.credit_notes c
    where c.invoice_id = i.id and c.kind = 'cancellation'), 0) - i.amount_due)
  + coalesce((select sum(c.total - r.covered) from billing.credit_notes c join billing.refunds r on r.id = c.refund_id
    where c.invoice_id = i.id and r.state <> 'failed'), 0))::bigint
from billing.invoices i where i.id = invoice
$$;
