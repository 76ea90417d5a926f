export { BillingCoreModule, BillingModule, BillingWorkerModule } from './billing.module.js';
export { Billing } from './billing.js';
export { billingErrors } from './errors.js';
export {
  CreditNoteIssued,
  DisputeDecided,
  DisputeOpened,
  RefundFailed,
  RefundRequested,
  RefundSucceeded,
} from './events.js';
export { InvoiceIssued, InvoicePaid, PaymentMethodSaved, PeriodClosed, PeriodCloseRequested } from './events.js';
export type { LineTaking, LineView } from './read/author-lines.js';
export { Policies } from './policies.js';
export { FollowDispute } from './follow-dispute.js';
export { FollowRefund } from './follow-refund.js';
export { IssueCreditNote, type CreditNoteRequest } from './issue-credit-note.js';
export { IssueRefund, type RefundRequest } from './issue-refund.js';
export { SendRefund, type SendRefundResult } from './send-refund.js';
export type { AdjustmentScope } from './domain/plan-adjustment.js';
export { REFUND_REASONS, type RefundReason } from './domain/refund-state.js';
export type { OperatorIdentity } from './domain/operator-policy.js';
export { BUILT_IN_POLICIES, isPolicyKey, parsePolicy, type PolicyKey, type PolicyValues } from './domain/policy.js';
export { DecidePolicy } from './decide-policy.js';
export { ProposePolicy } from './propose-policy.js';
export { ChargeInvoice } from './charge-invoice.js';
export { RequestClose } from './request-close.js';
export { SavePaymentMethod } from './save-payment-method.js';
export { SuspendTenants } from './suspend-tenants.js';
export { WriteOff } from './write-off.js';
export { AdjustmentLines, type AdjustmentLine } from './read/adjustment-lines.js';
