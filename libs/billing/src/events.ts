import { defineEvent } from '@portal/platform';

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
