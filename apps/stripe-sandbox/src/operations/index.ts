import { accountOperations } from './accounts.js';
import { balanceOperations } from './balance.js';
import { chargeOperations } from './charges.js';
import { checkoutSessionOperations } from './checkout-sessions.js';
import { customerOperations } from './customers.js';
import { disputeOperations } from './disputes.js';
import { eventOperations } from './events.js';
import type { Operation } from './operation.js';
import { paymentIntentOperations } from './payment-intents.js';
import { paymentMethodOperations } from './payment-methods.js';
import { refundOperations } from './refunds.js';
import { payoutOperations } from './payouts.js';
import { setupIntentOperations } from './setup-intents.js';
import { taxOperations } from './tax.js';
import { transferOperations } from './transfers.js';
import { v1AccountOperations } from './v1-accounts.js';
import { webhookEndpointOperations } from './webhook-endpoints.js';

/** Everything this sandbox emulates. */
export const operations: readonly Operation[] = [
  ...customerOperations,
  ...paymentMethodOperations,
  ...setupIntentOperations,
  ...checkoutSessionOperations,
  ...paymentIntentOperations,
  ...chargeOperations,
  ...refundOperations,
  ...disputeOperations,
  ...balanceOperations,
  ...transferOperations,
  ...payoutOperations,
  ...eventOperations,
  ...webhookEndpointOperations,
  ...accountOperations,
  ...v1AccountOperations,
  ...taxOperations,
];
