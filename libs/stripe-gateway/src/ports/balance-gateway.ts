/** One movement of the platform's balance at the provider. */
export interface ProviderBalanceTx {
  /** `txn_…` */
  id: string;
  /** As the provider names it: `charge`, `refund`, `transfer`, `transfer_refund`, `payout`, `topup`, `adjustment`, … */
  type: string;
  /** Id of the object behind it; null for some fees. */
  sourceId: string | null;
  /** Metadata of that object, empty when it has none. Our own objects contain the id of their row. */
  sourceMetadata: Record<string, string>;
  sourceGroup: string | null;
  /** Minor units, signed; net = amount - fee. */
  amountMinor: bigint;
  feeMinor: bigint;
  netMinor: bigint;
  /** ISO 4217, lower case. */
  currency: string;
  description: string | null;
  /** Provider's clock, UTC. */
  createdAt: Date;
  availableAt: Date;
}

/** The platform's balance in one currency. Minor units. */
export interface ProviderBalance {
  currency: string;
  availableMinor: bigint;
  pendingMinor: bigint;
  /** Reserved for connected accounts with a negative balance. */
  reservedMinor: bigint;
}

/**
 * The provider's balance and its movements. Throws `payment_provider_unavailable` (503). Must not be called inside a
 * transaction.
 */
export abstract class BalanceGateway {
  /** Pages of movements, newest first, back to `since` (provider's clock); all of them without `since`. */
  abstract movementsSince(since: Date | undefined): AsyncIterable<ProviderBalanceTx[]>;

  abstract balances(): Promise<ProviderBalance[]>;
}
