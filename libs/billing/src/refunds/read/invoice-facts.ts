import { required } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { billingErrors } from '../../errors.js';

const FACTS = `select i.number, i.tenant_id, i.tenant_name, c.exponent, billing.open_amount(i.id) as open,
    (select coalesce(sum(r.amount), 0) from billing.refunds r where r.invoice_id = i.id and r.state <> 'failed')::bigint as refunded,
    authors.concerned('invoice', i.id) as organizations
  from billing.invoices i join ledger.currency c on c.code = i.currency where i.id = $1`;

export interface InvoiceFacts {
  number: string;
  tenant_id: string;
  tenant_name: string;
  exponent: number;
  /** Before it is carried out, like `refunded`. */
  open: string;
  refunded: string;
  organizations: string[];
}

/** @throws AppError `invoice_not_found` (404) */
export async function factsOf(tx: Pick<Tx, 'query'>, invoiceId: string): Promise<InvoiceFacts> {
  const [facts] = await tx.query<InvoiceFacts>(FACTS, [invoiceId]);
  return required(facts, billingErrors.invoice_not_found);
}
