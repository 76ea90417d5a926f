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

/** A transfer that exists: the money has moved. */
export interface MadeTransfer {
  transferId: string;
  balanceTransactionId: string;
  /** The payment that it left on the connected account (`py_…`); the bank leg names it. Null when not told. */
  destinationPaymentId: string | null;
  amountMinor: bigint;
  /** Taken back so far. */
  reversedMinor: bigint;
  currency: string;
  destination: string;
  transferGroup: string | null;
  metadata: Record<string, string>;
  /** Provider's clock, UTC. */
  createdAt: Date;
}

/**
 * `insufficient`, `destination_refused` and `refused` are definitive and stored under the key: nothing moved by it, and the
 * next try needs a new key. `insufficient`: the platform's available balance is too small. `destination_refused`: the
 * account is unknown, closed, or its capability is not active. `refused`: any other 400, 402 or 404, which a person has to
 * understand first. `misconfigured` (401, 403) is answered before anything is stored: the same key goes on.
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
 * Transfers to authors. `createTransfer` never throws for an answer of the provider. Reads throw
 * `payment_provider_unavailable` (503). Never inside a transaction.
 */
export abstract class TransferGateway {
  abstract createTransfer(input: TransferInput): Promise<TransferOutcome>;

  /** All transfers of a group, newest first (a consistent list, not the provider's search index). */
  abstract findTransfersByGroup(transferGroup: string): Promise<MadeTransfer[]>;

  /**
   * All transfers to one connected account, newest first, from the same consistent list. `rate_limited` instead of a throw,
   * as every payout asks this before it is sent.
   */
  abstract findTransfersTo(destination: string): Promise<FoundTransfers>;

  /** One transfer by the provider's id; undefined when there is none. */
  abstract findTransfer(transferId: string): Promise<MadeTransfer | undefined>;

  /** The platform's own balance in one currency; zeroes when it never had any. Minor units, may be negative. */
  abstract availableBalance(currency: string): Promise<{ availableMinor: bigint; pendingMinor: bigint }>;
}
