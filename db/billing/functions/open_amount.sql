-- Open amount of an invoice.
create or replace function billing.open_amount(invoice uuid) returns bigint language sql stable as $$
select greatest(0, i.amount_due - coalesce((select sum(c.total) from billing.credit_notes c where c.invoice_id = i.id and c.kind = 'cancellation'), 0))::bigint
from billing.invoices i where i.id = invoice
$$;
