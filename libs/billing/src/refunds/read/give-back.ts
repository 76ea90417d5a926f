import type { ApprovalSubject } from '@portal/approvals';
import { AppError } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import type { AdjustmentScope } from '../domain/plan-adjustment.js';
import type { RefundReason } from '../domain/refund-state.js';
import { billingErrors } from '../../errors.js';

/** What a payer gets back as it was proposed, which is carried out like this or not at all. Minor units as text. */
export interface ProposedGift {
  readonly invoice_id: string;
  readonly currency: string;
  readonly reason: RefundReason;
  /** Printed on the credit note. */
  readonly note: string;
  /** Amounts by line; empty unless lines were chosen. */
  readonly lines: Readonly<Record<string, string>>;
}

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

/** Does it alone, or proposes it when it is more than one person may give back. */
export async function aloneOrProposed<T>(
  alone: () => Promise<T>,
  propose: () => Promise<string>,
): Promise<T | { approvalId: string }> {
  try {
    return await alone();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== billingErrors.second_person_needed.code) throw error;
    return { approvalId: await propose() };
  }
}

export function linesOf(asked: ReadonlyMap<string, bigint>): Record<string, string> {
  return Object.fromEntries([...asked].map(([lineId, amount]) => [lineId, amount.toString()]));
}

/** Exactly what was proposed, whatever is left of the invoice now. */
export function scopeOf({ lines }: ProposedGift, amountMinor: bigint): AdjustmentScope {
  const chosen = Object.entries(lines).map(([lineId, amount]) => ({ lineId, amountMinor: BigInt(amount) }));
  return chosen.length > 0 ? { kind: 'lines', lines: chosen } : { kind: 'amount', amountMinor };
}

/** @param what such as `Refund` */
export async function subjectOf(
  tx: Tx,
  what: string,
  { invoice_id, currency }: ProposedGift,
  minor: bigint,
): Promise<ApprovalSubject> {
  const { number, tenant_id, tenant_name, organizations } = await factsOf(tx, invoice_id);
  return {
    subjectId: invoice_id,
    title: `${what} of invoice ${number} to ${tenant_name}`,
    organizations,
    tenants: [tenant_id],
    amount: { minor, currency },
  };
}

/** @throws AppError `invoice_not_found` (404) */
export async function factsOf(tx: Pick<Tx, 'query'>, invoiceId: string): Promise<InvoiceFacts> {
  const [facts] = await tx.query<InvoiceFacts>(FACTS, [invoiceId]);
  if (!facts) throw new AppError(billingErrors.invoice_not_found);
  return facts;
}
