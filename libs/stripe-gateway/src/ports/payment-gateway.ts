import type { Keyed, Unsettled } from './outcome.js';

/** A tenant as the provider knows it. `reference` is our id; it is stored in the provider's metadata as `reference`. */
export interface CustomerInput extends Keyed {
  reference: string;
  name: string;
  email?: string;
}

export interface AttachInput extends Keyed {
  customerId: string;
  /** The provider's payment method id, e.g. `pm_card_visa` in test mode. */
  paymentMethod: string;
}

/** `saved`: may be charged off session from now on; keep `paymentMethodId`, it differs from a test id that was sent. */
export type AttachOutcome =
  | { kind: 'saved'; paymentMethodId: string; brand: string; last4: string; expMonth: number; expYear: number }
  | { kind: 'declined'; code: string; message: string }
  | { kind: 'requires_action' }
  | Unsettled;

export interface ChargeInput extends Keyed {
  customerId: string;
  paymentMethodId: string;
  /** Minor units, > 0. */
  amountMinor: bigint;
  /** ISO 4217, lower case. */
  currency: string;
  /** `inv_<invoice id>`; `findChargesByGroup` answers by it. */
  transferGroup: string;
  /** Up to 50 keys, values up to 500 characters; always holds `invoice_id`. */
  metadata: Record<string, string>;
  description?: string;
}

/** A payment that exists at the provider and went through. `feeMinor` is in the currency of the charge. */
export interface SucceededCharge {
  paymentIntentId: string;
  chargeId: string;
  balanceTransactionId: string;
  amountMinor: bigint;
  currency: string;
  feeMinor: bigint;
  refundedMinor: bigint;
  /** When the money can be used for transfers (provider's clock, UTC). */
  availableAt: Date;
  transferGroup: string | null;
  metadata: Record<string, string>;
}

/**
 * `declined`, `requires_action` and `refused` are definitive and stored under the key: the next try needs a new one.
 * `refused`: any 400 or 404 that does not speak of the tenant's card or customer; somebody has to read its words.
 * `misconfigured` (401, 403) is answered before anything is stored: the same key goes on.
 */
export type ChargeOutcome =
  | ({ kind: 'succeeded' } & SucceededCharge)
  | { kind: 'declined'; code: string; message: string; paymentIntentId: string | null }
  | { kind: 'requires_action'; paymentIntentId: string | null }
  | { kind: 'refused'; code: string; message: string; paymentIntentId: string | null }
  | Unsettled;

/** Where a payment stands now, read from the provider. */
export type PaymentState =
  | ({ kind: 'succeeded' } & SucceededCharge)
  | { kind: 'declined'; code: string; message: string; paymentIntentId: string }
  | { kind: 'requires_action'; paymentIntentId: string }
  | { kind: 'processing'; paymentIntentId: string }
  | { kind: 'canceled'; paymentIntentId: string };

/**
 * Payments by tenants. Writes never throw for an answer of the provider: they return it as a union. Reads throw
 * `payment_provider_unavailable` (503) when the provider cannot be asked. Calling any of them inside a database
 * transaction throws.
 */
export abstract class PaymentGateway {
  /** Makes the customer, or finds the one made earlier for the same reference. Throws `payment_provider_unavailable`. */
  abstract ensureCustomer(input: CustomerInput): Promise<{ customerId: string }>;

  /** Saves a payment method for later charges without the tenant being present (a confirmed setup intent). */
  abstract attachPaymentMethod(input: AttachInput): Promise<AttachOutcome>;

  /** One confirmed off-session payment for the whole amount. */
  abstract chargeOffSession(input: ChargeInput): Promise<ChargeOutcome>;

  /** Reads one payment by the provider's id; undefined when there is none. Webhook consumers re-fetch with it. */
  abstract findPayment(paymentIntentId: string): Promise<PaymentState | undefined>;

  /** Every charge that went through in a group; answers "was it charged?" after an unknown outcome. */
  abstract findChargesByGroup(transferGroup: string): Promise<SucceededCharge[]>;
}
