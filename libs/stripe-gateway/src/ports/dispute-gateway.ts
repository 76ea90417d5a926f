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

/** A balance movement caused by a dispute. `amountMinor` < 0: withdrawn, > 0: returned. */
interface DisputeEntry {
  balanceTransactionId: string;
  amountMinor: bigint;
  /** The provider's fee; negative when it is refunded. */
  feeMinor: bigint;
}

/** The current state of a dispute. */
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
  /** Deadline for evidence, UTC; null when no evidence is requested. */
  evidenceDueAt: Date | null;
  evidenceSubmitted: boolean;
  entries: DisputeEntry[];
  /** Provider's clock, UTC. */
  createdAt: Date;
}

/** `refused`: the provider does not accept an answer (any more); nothing changed. */
export type DisputeAnswerOutcome =
  { kind: 'taken'; dispute: ProviderDispute } | { kind: 'refused'; code: string; message: string } | Unsettled;

/**
 * Disputed payments (chargebacks). Reads throw `payment_provider_unavailable` (503). Must not be called inside a
 * transaction.
 */
export abstract class DisputeGateway {
  /** One dispute by the provider's id; undefined for an unknown id. */
  abstract findDispute(disputeId: string): Promise<ProviderDispute | undefined>;

  /** Submits a text of up to 20,000 characters as evidence; final for this stage. */
  abstract submitEvidence(input: Keyed & { disputeId: string; text: string }): Promise<DisputeAnswerOutcome>;

  /** Accepts the dispute, which is then lost. */
  abstract acceptDispute(input: Keyed & { disputeId: string }): Promise<DisputeAnswerOutcome>;
}
