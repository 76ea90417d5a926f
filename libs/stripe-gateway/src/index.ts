export type { Unsettled } from './ports/outcome.js';
export { PaymentGateway } from './ports/payment-gateway.js';
export type {
  AttachOutcome,
  ChargeInput,
  ChargeOutcome,
  PaymentState,
  SucceededCharge,
} from './ports/payment-gateway.js';
export { CardPageGateway } from './ports/card-page-gateway.js';
export { ConnectGateway } from './ports/connect-gateway.js';
export type { AccountState } from './ports/connect-gateway.js';
export { TaxGateway } from './ports/tax-gateway.js';
export { TransferGateway } from './ports/transfer-gateway.js';
export type { MadeTransfer, TransferInput, TransferOutcome } from './ports/transfer-gateway.js';
export { RefundGateway } from './ports/refund-gateway.js';
export type { ProviderRefund, RefundInput, RefundOutcome } from './ports/refund-gateway.js';
export { DisputeGateway } from './ports/dispute-gateway.js';
export type { DisputeAnswerOutcome, ProviderDispute } from './ports/dispute-gateway.js';
export { StripeEventReceived, type StripeEventReceivedPayload } from './events.js';
export { stripeErrors } from './errors.js';
export { BankGateway } from './ports/bank-gateway.js';
export type { ArrivedPayment } from './ports/bank-gateway.js';
export { CallPace } from './client/call-pace.js';
export { SandboxControl } from './client/sandbox-control.js';
export { StripeGatewayCoreModule, StripeGatewayModule, StripeGatewayWorkerModule } from './stripe-gateway.module.js';
export { BackfillEvents } from './webhook/backfill-events.js';
export { InboxHealth } from './webhook/inbox-health.js';
export { BalanceGateway } from './ports/balance-gateway.js';
export type { ProviderBalance, ProviderBalanceTx } from './ports/balance-gateway.js';
