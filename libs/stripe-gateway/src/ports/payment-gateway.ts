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

/**
 * `saved`: the method can be charged off session from now on. Store `paymentMethodId`; it differs from a test id that
 * was sent.
 */
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
  /** `inv_<invoice id>`; `findChargesByGroup` finds the charge by it. */
  transferGroup: string;
  /** Up to 50 keys with values of up to 500 characters; always contains `invoice_id`. */
  metadata: Record<string, string>;
  description?: string;
}

/** A successful payment. `feeMinor` is in the currency of the charge. */
export interface SucceededCharge {
  paymentIntentId: string;
  chargeId: string;
  balanceTransactionId: string;
  amountMinor: bigint;
  currency: string;
  feeMinor: bigint;
  refundedMinor: bigint;
  /** When the money becomes available for transfers (provider's clock, UTC). */
  availableAt: Date;
  transferGroup: string | null;
  metadata: Record<string, string>;
}

/**
 * `declined`, `requires_action` and `refused` are definitive and stored under the key: the next attempt needs a new
 * key. `refused`: any 400 or 404 that is not about the tenant's card or customer; a person has to read its message.
 * `misconfigured` (401, 403) is answered before anything is stored, so the same key can be used again.
 */
export type ChargeOutcome =
  | ({ kind: 'succeeded' } & SucceededCharge)
  | { kind: 'declined'; code: string; message: string; paymentIntentId: string | null }
  | { kind: 'requires_action'; paymentIntentId: string | null }
  | { kind: 'refused'; code: string; message: string; paymentIntentId: string | null }
  | Unsettled;

/** The current state of a payment, read from the provider. */
export type PaymentState =
  | ({ kind: 'succeeded' } & SucceededCharge)
  | { kind: 'declined'; code: string; message: string; paymentIntentId: string }
  | { kind: 'requires_action'; paymentIntentId: string }
  | { kind: 'processing'; paymentIntentId: string }
  | { kind: 'canceled'; paymentIntentId: string };

/**
 * Payments by tenants. Writes return the provider's answer as a union and never throw it. Reads throw
 * `payment_provider_unavailable` (503) when the provider cannot be reached. Calling any method inside a database
 * transaction throws.
 */
export abstract class PaymentGateway {
  /**
   * Creates the customer, or finds the one created earlier for the same reference. Throws
   * `payment_provider_unavailable`.
   */
  abstract ensureCustomer(input: CustomerInput): Promise<{ customerId: string }>;

  /** Saves a payment method for later charges without the tenant (a confirmed setup intent). */
  abstract attachPaymentMethod(input: AttachInput): Promise<AttachOutcome>;

  /** Charges the whole amount off session, confirmed immediately. */
  abstract chargeOffSession(input: ChargeInput): Promise<ChargeOutcome>;

  /** Reads one payment by the provider's id; undefined for an unknown id. Used by webhook consumers. */
  abstract findPayment(paymentIntentId: string): Promise<PaymentState | undefined>;

  /** All successful charges of a group, to find out after an unknown outcome whether money was charged. */
  abstract findChargesByGroup(transferGroup: string): Promise<SucceededCharge[]>;
}
