export { BillingCoreModule, BillingModule, BillingWorkerModule } from './billing.module.js';
export { Billing } from './billing.js';
export { billingErrors } from './errors.js';
export { InvoiceIssued, InvoicePaid, PaymentMethodSaved, PeriodClosed, PeriodCloseRequested } from './events.js';
export type { LineView } from './read/author-lines.js';
export { ChargeInvoice } from './charge-invoice.js';
export { RequestClose } from './request-close.js';
export { SavePaymentMethod } from './save-payment-method.js';
