import { scopeIds } from '@portal/platform/access';
import { ownSearch, staffSearch } from '@portal/platform/http';

// A number is found by its digits, however it is written.
const NUMBER = `case when $1 ~* '^(dp)?[- ]?0*[0-9]{1,15}$' then regexp_replace($1, '[^0-9]', '', 'g')::bigint end`;

/**
 * Finds invoices by number, tenant or id, and refunds and disputes by id, for finance; operators find invoices of their
 * tenants.
 */
export const SEARCH_INVOICES = [
  staffSearch(
    ['finance'],
    `select 'invoice' as kind, i.id, i.number as name, i.tenant_name as note from billing.invoices i
     where i.number_seq = ${NUMBER} or i.id = $3
       or i.tenant_id = any (array(select f.id from platform.named_like('installs.tenants', 'id', '{name}', $1, null, $2) f))
     order by i.number_seq = ${NUMBER} desc nulls last, i.number_seq desc limit $2`,
  ),
  staffSearch(
    ['finance'],
    `select 'refund' as kind, r.id, i.number as name, i.tenant_name as note
     from billing.refunds r join billing.invoices i on i.id = r.invoice_id
     where r.id = $3 or r.provider_refund_id = $1 limit $2`,
  ),
  staffSearch(
    ['finance'],
    `select 'dispute' as kind, d.id, i.number as name, i.tenant_name as note
     from billing.disputes d join billing.invoices i on i.id = d.invoice_id
     where d.id = $3 or d.provider_dispute_id = $1 limit $2`,
  ),
  ownSearch(
    (actor) => scopeIds(actor, 'operator'),
    `select 'own_invoice' as kind, i.id, i.number as name, to_char(i.month, 'YYYY-MM') as note from billing.invoices i
     where i.tenant_id = any($4::uuid[]) and i.state <> 'draft' and (i.number_seq = ${NUMBER} or i.id = $3)
     order by i.number_seq desc limit $2`,
  ),
];
