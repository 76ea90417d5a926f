/** A payment that a transfer of ours left on a connected account. */
export interface ArrivedPayment {
  /** `py_…` */
  paymentId: string;
  /** From when on the provider pays it out, its clock, UTC. */
  availableAt: Date;
}

/** A payout of the provider to the bank of a connected account. */
export interface BankPayout {
  /** `po_…` */
  bankPayoutId: string;
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  /** ISO 4217, lower case. */
  currency: string;
  createdAt: Date;
  /** When the bank has it, as far as the provider can say. */
  arrivesAt: Date | null;
  failure: string | null;
}

/** What a connected account received and paid out to its bank. Throws `payment_provider_unavailable` (503). Never inside a transaction. */
export abstract class BankGateway {
  /** Of one currency, made at `since` or later, oldest first; at most some hundreds of each. */
  abstract movements(
    accountId: string,
    currency: string,
    since: Date,
  ): Promise<{ payments: ArrivedPayment[]; payouts: BankPayout[] }>;
}
