import type { Keyed, Unsettled } from './outcome.js';

export interface RefundInput extends Keyed {
  paymentIntentId: string;
  /** Minor units, > 0. */
  amountMinor: bigint;
  /** What the provider wants to know; left out when none of its words fits. */
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer';
  /** Always holds `refund_id`; by it a refund is found again after an unknown outcome. */
  metadata: Record<string, string>;
}

/** A refund that exists at the provider, as it stands now. */
export interface ProviderRefund {
  /** `re_…` */
  refundId: string;
  paymentIntentId: string | null;
  amountMinor: bigint;
  /** ISO 4217, lower case. */
  currency: string;
  /** `pending` also while the provider waits for somebody; `failed` also when it was canceled there. */
  status: 'pending' | 'succeeded' | 'failed';
  /** The provider's entry that took the money out of our balance; null while it has not. */
  balanceTransactionId: string | null;
  /** The entry that brought it back after a failure. */
  failureTransactionId: string | null;
  failureReason: string | null;
  reason: string | null;
  metadata: Record<string, string>;
  /** Provider's clock, UTC. */
  createdAt: Date;
}

/** `refused` is definitive and stored under the key: nothing was refunded by it. */
export type RefundOutcome =
  ({ kind: 'made' } & ProviderRefund) | { kind: 'refused'; code: string; message: string } | Unsettled;

/**
 * Money back to tenants. `createRefund` never throws for an answer of the provider. Reads throw
 * `payment_provider_unavailable` (503). Never inside a transaction.
 */
export abstract class RefundGateway {
  abstract createRefund(input: RefundInput): Promise<RefundOutcome>;

  /** One refund by the provider's id, made by whomever; undefined when there is none. */
  abstract findRefund(refundId: string): Promise<ProviderRefund | undefined>;

  /** Every refund of a payment, newest first; answers "was it made?" after an unknown outcome. */
  abstract findRefundsOfPayment(paymentIntentId: string): Promise<ProviderRefund[]>;

  /** The payment that a charge belongs to: events about refunds name the charge. Undefined when there is none. */
  abstract paymentOfCharge(chargeId: string): Promise<string | undefined>;
}
