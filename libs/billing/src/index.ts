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
export type { RowReversal, LineView } from './invoicing/read/author-lines.js';
export { Policies } from './policies/policies.js';
export { SyncDispute } from './disputes/sync-dispute.js';
export { SyncRefund } from './refunds/sync-refund.js';
export { IssueCreditNote, type CreditNoteRequest } from './refunds/issue-credit-note.js';
export { IssueRefund, type RefundRequest } from './refunds/issue-refund.js';
export { SendRefund, type SendRefundResult } from './refunds/send-refund.js';
export type { AdjustmentScope } from './refunds/domain/plan-adjustment.js';
export { REFUND_REASONS, type RefundReason } from './refunds/domain/refund-state.js';
export type { OperatorIdentity } from './policies/domain/operator-policy.js';
export {
  BUILT_IN_POLICIES,
  isPolicyKey,
  parsePolicy,
  type PolicyKey,
  type PolicyValues,
} from './policies/domain/policy.js';
export { PolicyProposals } from './policies/policy-proposals.js';
export { ChargeInvoice } from './collection/charge-invoice.js';
export { RequestClose } from './invoicing/request-close.js';
export { SavePaymentMethod } from './cards/save-payment-method.js';
export { SuspendTenants } from './collection/suspend-tenants.js';
export { WriteOff } from './collection/write-offs/write-off.js';
