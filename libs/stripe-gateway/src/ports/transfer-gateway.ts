import type { Keyed, Unsettled } from './outcome.js';

export interface TransferInput extends Keyed {
  /** Minor units, > 0. */
  amountMinor: bigint;
  /** ISO 4217, lower case. */
  currency: string;
  /** Connected account, `acct_…`. */
  destination: string;
  /** `po_<payout id>`: one group per payout. */
  transferGroup: string;
  /** `run_id`, `payout_id`, `attempt`. */
  metadata: Record<string, string>;
}

/** An existing transfer; the money has moved. */
export interface MadeTransfer {
  transferId: string;
  balanceTransactionId: string;
  /**
   * The payment that it created on the connected account (`py_…`), used to find its bank payout. Null when not
   * reported.
   */
  destinationPaymentId: string | null;
  amountMinor: bigint;
  /** Amount reversed so far. */
  reversedMinor: bigint;
  currency: string;
  destination: string;
  transferGroup: string | null;
  metadata: Record<string, string>;
  /** Provider's clock, UTC. */
  createdAt: Date;
}

/**
 * `insufficient`, `destination_refused` and `refused` are definitive and stored under the key: nothing moved with it,
 * and the next attempt needs a new key. `insufficient`: the platform's available balance is too small.
 * `destination_refused`: the account is unknown, closed, or its capability is not active. `refused`: any other 400, 402
 * or 404, which a person has to examine. `misconfigured` (401, 403) is answered before anything is stored, so the same
 * key can be used again.
 */
export type TransferOutcome =
  | ({ kind: 'made' } & MadeTransfer)
  | { kind: 'insufficient'; message: string }
  | { kind: 'destination_refused'; code: string; message: string }
  | { kind: 'refused'; code: string; message: string }
  | Unsettled;

export type FoundTransfers =
  { kind: 'found'; transfers: MadeTransfer[] } | Extract<Unsettled, { kind: 'rate_limited' }>;

/**
 * Transfers to authors. `createTransfer` never throws the provider's answer. Reads throw `payment_provider_unavailable`
 * (503). Must not be called inside a transaction.
 */
export abstract class TransferGateway {
  abstract createTransfer(input: TransferInput): Promise<TransferOutcome>;

  /** All transfers of a group, newest first (a consistent list, not the provider's search index). */
  abstract findTransfersByGroup(transferGroup: string): Promise<MadeTransfer[]>;

  /**
   * All transfers to one connected account, newest first, from the same consistent list. Returns `rate_limited` instead
   * of throwing, because it is called before every payout.
   */
  abstract findTransfersTo(destination: string): Promise<FoundTransfers>;

  /** One transfer by the provider's id; undefined for an unknown id. */
  abstract findTransfer(transferId: string): Promise<MadeTransfer | undefined>;

  /** The platform's balance in one currency, 0 if it never had one. Minor units, may be negative. */
  abstract availableBalance(currency: string): Promise<{ availableMinor: bigint; pendingMinor: bigint }>;
}
