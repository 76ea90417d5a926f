import { defineEvent } from '@portal/platform/events';

/** Finance asked for a month (`YYYY-MM`) to be closed; consumed by billing itself. */
export const PeriodCloseRequested = defineEvent<{ month: string }>('period.close_requested', 1);

/** Every invoice of the month is issued and booked; nothing is added to it any more. */
export const PeriodClosed = defineEvent<{ month: string }>('period.closed', 1);

/** An invoice is final and booked, and now waits to be paid. */
export const InvoiceIssued = defineEvent<{ invoice_id: string }>('invoice.issued', 1);

/** The money of an invoice arrived: what its authors earned with it is now owed to them. */
export const InvoicePaid = defineEvent<{ invoice_id: string; month: string }>('invoice.paid', 1);

/** A tenant can be charged from now on, or with another card; whatever is due is tried again. */
export const PaymentMethodSaved = defineEvent<{ tenant_id: string }>('payment_method.saved', 1);

/** Finance asked for money to go back to a tenant; consumed by billing itself. */
export const RefundRequested = defineEvent<{ refund_id: string }>('refund.requested', 1);

/** Money went back to a tenant, asked for here or made at the processor; authors, platform and tax gave their parts. */
export const RefundSucceeded = defineEvent<{ refund_id: string; invoice_id: string }>('refund.succeeded', 1);

/** A refund was refused, or came back later; nothing of it counts. */
export const RefundFailed = defineEvent<{ refund_id: string; invoice_id: string }>('refund.failed', 1);

/** A document that takes back part or all of an invoice. */
export const CreditNoteIssued = defineEvent<{ credit_note_id: string; invoice_id: string }>('credit_note.issued', 1);

/** A tenant's bank took a payment back; the authors' parts of it are held until it is decided. */
export const DisputeOpened = defineEvent<{ dispute_id: string; invoice_id: string }>('dispute.opened', 1);

/** A dispute was decided: `won`, `lost`, or `appeal_won` after it had been lost. */
export const DisputeDecided = defineEvent<{ dispute_id: string; invoice_id: string; outcome: string }>(
  'dispute.decided',
  1,
);

/** Two people agreed on another share for an author or a Drive, from a month (`YYYY-MM`) on; null: everybody's again. */
export const ShareAgreed = defineEvent<{
  override_id: string;
  org_id: string | null;
  drive_id: string | null;
  basis_points: number | null;
  month: string;
}>('share.agreed', 1);
