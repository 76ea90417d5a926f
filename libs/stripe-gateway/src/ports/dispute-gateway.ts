import type { Keyed, Unsettled } from './outcome.js';

export type ProviderDisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'prevented'
  | 'needs_response'
  | 'under_review'
  | 'lost'
  | 'appeal_needs_response'
  | 'appeal_under_review'
  | 'won';

/** An entry of our balance that a dispute made. `amountMinor` < 0: taken from us, > 0: given back. */
export interface DisputeEntry {
  balanceTransactionId: string;
  amountMinor: bigint;
  /** The provider's fee; negative when it is given back. */
  feeMinor: bigint;
}

/** A dispute as it stands now. */
export interface ProviderDispute {
  /** `dp_…` or `du_…` */
  disputeId: string;
  paymentIntentId: string | null;
  amountMinor: bigint;
  /** ISO 4217, lower case. */
  currency: string;
  status: ProviderDisputeStatus;
  /** The bank's reason in the provider's words, e.g. `fraudulent`. */
  reason: string;
  /** Until when evidence is taken, UTC; null when there is nothing to answer. */
  evidenceDueAt: Date | null;
  evidenceSubmitted: boolean;
  entries: DisputeEntry[];
  /** Provider's clock, UTC. */
  createdAt: Date;
}

/** `refused`: the provider takes no answer (any more); nothing changed. */
export type DisputeAnswerOutcome =
  { kind: 'taken'; dispute: ProviderDispute } | { kind: 'refused'; code: string; message: string } | Unsettled;

/** Payments that a tenant's bank took back. Reads throw `payment_provider_unavailable` (503). Never inside a transaction. */
export abstract class DisputeGateway {
  /** One dispute by the provider's id; undefined when there is none. */
  abstract findDispute(disputeId: string): Promise<ProviderDispute | undefined>;

  /** Answers the bank with a text of up to 20 000 characters; final for this stage. */
  abstract submitEvidence(input: Keyed & { disputeId: string; text: string }): Promise<DisputeAnswerOutcome>;

  /** Gives the dispute up: it is lost. */
  abstract acceptDispute(input: Keyed & { disputeId: string }): Promise<DisputeAnswerOutcome>;
}
