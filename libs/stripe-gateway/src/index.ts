export type { Keyed, UnknownReason, Unsettled } from './ports/outcome.js';
export { PaymentGateway } from './ports/payment-gateway.js';
export type {
  AttachInput,
  AttachOutcome,
  ChargeInput,
  ChargeOutcome,
  CustomerInput,
  PaymentState,
  SucceededCharge,
} from './ports/payment-gateway.js';
export { ConnectGateway } from './ports/connect-gateway.js';
export type { AccountInput, AccountRequirement, AccountState } from './ports/connect-gateway.js';
export { TaxGateway } from './ports/tax-gateway.js';
export type { TaxAnswer, TaxLocation, TaxQuestion } from './ports/tax-gateway.js';
export { TransferGateway } from './ports/transfer-gateway.js';
export type { MadeTransfer, TransferInput, TransferOutcome } from './ports/transfer-gateway.js';
export { StripeEventReceived, type StripeEventReceivedPayload } from './events.js';
export { stripeErrors } from './errors.js';
export { SandboxControl } from './client/sandbox-control.js';
export { StripeGatewayCoreModule, StripeGatewayModule } from './stripe-gateway.module.js';
