-- What an invoice carries into the next one: less what credit notes cancelled beyond what was due.
create or replace function billing.carries(invoice uuid) returns bigint language sql stable as $$
select i.carried_out - greatest(0, coalesce((select sum(c.total) from billing.credit_notes c
  where c.invoice_id = i.id and c.kind = 'cancellation'), 0) - i.amount_due)::bigint
from billing.invoices i where i.id = invoice
$$;
