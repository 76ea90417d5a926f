/**
 * SQL with the months as `$1` to `$2` and the organization or null as `$3`: `payer` has invoices of installs as
 * `first`, and as `id` those that collect them. For everyone each collects itself; for one organization these are the
 * invoices with its lines and those into which they were carried.
 */
export const PAYERS = `with recursive payer as (
    select i.id as first, i.id, i.amount_due from billing.invoices i
    where i.kind = 'installs' and to_char(i.month, 'YYYY-MM') between $1 and $2
      and ($3::uuid is null or exists (select 1 from billing.invoice_lines l where l.invoice_id = i.id and l.org_id = $3))
    union all select p.first, n.id, n.amount_due from payer p join billing.invoices n on n.carried_from = p.id
    where p.amount_due = 0 and $3::uuid is not null)`;
