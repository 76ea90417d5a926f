export { BillingCoreModule, BillingModule, BillingWorkerModule } from './billing.module.js';
export { Billing } from './billing.js';
export { billingErrors } from './errors.js';
export { InvoiceIssued, InvoicePaid, PaymentMethodSaved, PeriodClosed, PeriodCloseRequested } from './events.js';
export type { LineView } from './read/author-lines.js';
export { Policies } from './policies.js';
export { BUILT_IN_POLICIES, type PolicyKey, type PolicyValues } from './domain/policy.js';
