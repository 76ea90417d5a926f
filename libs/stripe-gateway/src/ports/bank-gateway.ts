/** A payment on a connected account, created there by a transfer of ours. */
export interface ArrivedPayment {
  /** `py_…` */
  paymentId: string;
  /** `txn_…`, on the connected account. */
  balanceTransactionId: string;
  /** Amount sent; minor units, ISO 4217 in lower case. */
  source: { amountMinor: bigint; currency: string };
  /**
   * Amount received. It differs from the amount sent only when the provider converted it to a currency that the account
   * holds.
   */
  target: { amountMinor: bigint; currency: string };
  /** The provider's exchange rate, decimal; null when nothing was converted. */
  exchangeRate: string | null;
  /** When it becomes available for payout, provider's clock, UTC. */
  availableAt: Date;
}

/** A payout of the provider to the bank of a connected account, or a debit of that bank. */
export interface BankPayout {
  /** `po_…` */
  bankPayoutId: string;
  /** A payout that was reversed by another payout counts as failed. */
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  /** Minor units; negative: taken from the bank. */
  amountMinor: bigint;
  /** ISO 4217, lower case. */
  currency: string;
  createdAt: Date;
  /** Estimated or actual arrival at the bank. */
  arrivesAt: Date | null;
  failure: string | null;
}

/**
 * Payments and bank payouts of a connected account. Throws `payment_provider_unavailable` (503). Must not be called
 * inside a transaction.
 */
export abstract class BankGateway {
  /** In all currencies, made at `since` or later, oldest first; at most a few hundred of each. */
  abstract movements(accountId: string, since: Date): Promise<{ payments: ArrivedPayment[]; payouts: BankPayout[] }>;
}
