import { defineEvent } from '@portal/platform/events';

/** Closing of a month (`YYYY-MM`) was requested; consumed by billing itself. */
export const PeriodCloseRequested = defineEvent<{ month: string }>('period.close_requested', 1);

/** An invoice is final and booked, and due for payment. */
export const InvoiceIssued = defineEvent<{ invoice_id: string }>('invoice.issued', 1);

/** An invoice was paid: its authors' shares are now owed to them. */
export const InvoicePaid = defineEvent<{ invoice_id: string; month: string }>('invoice.paid', 1);

/** A tenant has saved a card; everything due is tried again. */
export const PaymentMethodSaved = defineEvent<{ tenant_id: string }>('payment_method.saved', 1);

/** A refund was requested; consumed by billing itself. */
export const RefundRequested = defineEvent<{ refund_id: string }>('refund.requested', 1);

/** Money was refunded to a tenant, here or at the processor; the parts of authors, platform and tax are reversed. */
export const RefundSucceeded = defineEvent<{ refund_id: string; invoice_id: string }>('refund.succeeded', 1);

/** A refund was refused or was returned later; it has no effect. */
export const RefundFailed = defineEvent<{ refund_id: string; invoice_id: string }>('refund.failed', 1);

/** A credit note for part or all of an invoice was issued. */
export const CreditNoteIssued = defineEvent<{ credit_note_id: string; invoice_id: string }>('credit_note.issued', 1);

/** A tenant's bank disputes a payment; the authors' parts are on hold until it is decided. */
export const DisputeOpened = defineEvent<{ dispute_id: string; invoice_id: string }>('dispute.opened', 1);

/** A dispute is accepted, which is sent to the bank. Consumed by billing itself. */
export const DisputeAccepted = defineEvent<{ dispute_id: string; invoice_id: string }>('dispute.accepted', 1);

/** A dispute was decided: `won`, `lost`, or `appeal_won` after it had been lost. */
export const DisputeDecided = defineEvent<{ dispute_id: string; invoice_id: string; outcome: string }>(
  'dispute.decided',
  1,
);
