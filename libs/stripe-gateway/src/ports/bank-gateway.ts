/** A payment that a transfer of ours left on a connected account, as the provider tells it. */
export interface ArrivedPayment {
  /** `py_…` */
  paymentId: string;
  /** `txn_…`, on the connected account. */
  balanceTransactionId: string;
  /** What was sent; minor units, ISO 4217 in lower case. */
  source: { amountMinor: bigint; currency: string };
  /** What arrived: the same, unless the account does not keep that currency and the provider converted it. */
  target: { amountMinor: bigint; currency: string };
  /** The provider's own, decimal; null where nothing was converted. */
  exchangeRate: string | null;
  /** From when on the provider pays it out, its clock, UTC. */
  availableAt: Date;
}

/** A payout of the provider to the bank of a connected account, or a debit of that bank. */
export interface BankPayout {
  /** `po_…` */
  bankPayoutId: string;
  /** One that was taken back by another payout counts as failed. */
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  /** Minor units; negative: taken from the bank. */
  amountMinor: bigint;
  /** ISO 4217, lower case. */
  currency: string;
  createdAt: Date;
  /** When the bank has it, as far as the provider can say. */
  arrivesAt: Date | null;
  failure: string | null;
}

/** What a connected account received and paid out to its bank. Throws `payment_provider_unavailable` (503). Never inside a transaction. */
export abstract class BankGateway {
  /** In all currencies, made at `since` or later, oldest first; at most some hundreds of each. */
  abstract movements(accountId: string, since: Date): Promise<{ payments: ArrivedPayment[]; payouts: BankPayout[] }>;
}
