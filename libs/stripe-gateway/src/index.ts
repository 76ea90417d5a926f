export type { Unsettled } from './client/outcome.js';
export { PaymentGateway } from './client/payment-gateway.js';
export type {
  AttachOutcome,
  ChargeInput,
  ChargeOutcome,
  PaymentState,
  SucceededCharge,
} from './client/payment-gateway.js';
export { CardPageGateway } from './client/card-page-gateway.js';
export type { Conversion, SavedCard, Settled } from './client/stripe-values.js';
export { ConnectGateway } from './client/connect-gateway.js';
export type { AccountState } from './client/connect-gateway.js';
export { TaxGateway } from './client/tax-gateway.js';
export { TransferGateway } from './client/transfer-gateway.js';
export type { MadeTransfer, TransferInput, TransferOutcome } from './client/transfer-gateway.js';
export { RefundGateway } from './client/refund-gateway.js';
export type { ProviderRefund, RefundInput, RefundOutcome } from './client/refund-gateway.js';
export { DisputeGateway } from './client/dispute-gateway.js';
export type { DisputeAnswerOutcome, ProviderDispute } from './client/dispute-gateway.js';
export { StripeEventReceived, type StripeEventReceivedPayload } from './events.js';
export { stripeErrors } from './errors.js';
export { BankGateway } from './client/bank-gateway.js';
export type { ArrivedPayment } from './client/bank-gateway.js';
export { CallPace } from './client/call-pace.js';
export { SettlementCurrencies } from './client/settlement-currencies.js';
export { SandboxControl } from './client/sandbox-control.js';
export { StripeGatewayCoreModule, StripeGatewayModule, StripeGatewayWorkerModule } from './stripe-gateway.module.js';
export { BackfillEvents } from './webhook/backfill-events.js';
export { InboxHealth } from './webhook/inbox-health.js';
export { BalanceGateway } from './client/balance-gateway.js';
export type { ProviderBalance, ProviderBalanceTx } from './client/balance-gateway.js';
