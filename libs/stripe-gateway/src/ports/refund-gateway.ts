import type { Keyed, Unsettled } from './outcome.js';

export interface RefundInput extends Keyed {
  paymentIntentId: string;
  /** Minor units, > 0. */
  amountMinor: bigint;
  /** The provider's reason code; absent when none fits. */
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer';
  /** Always contains `refund_id`, by which a refund is found after an unknown outcome. */
  metadata: Record<string, string>;
}

/** The current state of a refund at the provider. */
export interface ProviderRefund {
  /** `re_…` */
  refundId: string;
  paymentIntentId: string | null;
  amountMinor: bigint;
  /** ISO 4217, lower case. */
  currency: string;
  /** `pending` includes waiting for someone's action; `failed` includes a cancelled refund. */
  status: 'pending' | 'succeeded' | 'failed';
  /** The balance transaction of the refund; null until it exists. */
  balanceTransactionId: string | null;
  /** The balance transaction that returned the money after a failure. */
  failureTransactionId: string | null;
  failureReason: string | null;
  reason: string | null;
  metadata: Record<string, string>;
  /** Provider's clock, UTC. */
  createdAt: Date;
}

/** `refused` is definitive and stored under the key: nothing was refunded with it. */
export type RefundOutcome =
  ({ kind: 'made' } & ProviderRefund) | { kind: 'refused'; code: string; message: string } | Unsettled;

/**
 * Refunds to tenants. `createRefund` never throws the provider's answer. Reads throw `payment_provider_unavailable`
 * (503). Must not be called inside a transaction.
 */
export abstract class RefundGateway {
  abstract createRefund(input: RefundInput): Promise<RefundOutcome>;

  /** One refund by the provider's id, whoever made it; undefined for an unknown id. */
  abstract findRefund(refundId: string): Promise<ProviderRefund | undefined>;

  /** All refunds of a payment, newest first, to find out after an unknown outcome whether it was made. */
  abstract findRefundsOfPayment(paymentIntentId: string): Promise<ProviderRefund[]>;

  /** The payment of a charge: events about refunds name the charge. Undefined for an unknown charge. */
  abstract paymentOfCharge(chargeId: string): Promise<string | undefined>;
}
