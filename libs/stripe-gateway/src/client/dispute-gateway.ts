import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { classify } from './classify.js';
import { keyed, StripeClient } from './stripe-client.js';
import { conversionOf, idOf, type Settled } from './stripe-values.js';
import type { Keyed, Unsettled } from './outcome.js';

type ProviderDisputeStatus =
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
  /** `amountMinor` < 0: withdrawn, > 0: returned, in the currency of the dispute. A fee is negative when it is refunded. */
  entries: Settled[];
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
@Injectable()
export class DisputeGateway {
  constructor(private readonly client: StripeClient) {}

  /** One dispute by the provider's id; undefined for an unknown id. */
  async findDispute(disputeId: string): Promise<ProviderDispute | undefined> {
    return this.client.find('disputes', async (stripe) => viewOf(await stripe.disputes.retrieve(disputeId)));
  }

  /** Submits a text of up to 20,000 characters as evidence; final for this stage. */
  async submitEvidence(input: Keyed & { disputeId: string; text: string }): Promise<DisputeAnswerOutcome> {
    return this.answer((stripe) =>
      stripe.disputes.update(
        input.disputeId,
        { evidence: { uncategorized_text: input.text }, submit: true },
        keyed(input),
      ),
    );
  }

  /** Accepts the dispute, which is then lost. */
  async acceptDispute(input: Keyed & { disputeId: string }): Promise<DisputeAnswerOutcome> {
    return this.answer((stripe) => stripe.disputes.close(input.disputeId, {}, keyed(input)));
  }

  private async answer(work: (stripe: Stripe) => Promise<Stripe.Dispute>): Promise<DisputeAnswerOutcome> {
    try {
      return { kind: 'taken', dispute: viewOf(await this.client.call('disputes', work)) };
    } catch (error) {
      const answer = classify(error);
      return answer.kind === 'refused' ? { kind: 'refused', code: answer.code, message: answer.message } : answer;
    }
  }
}

function viewOf(dispute: Stripe.Dispute): ProviderDispute {
  const { due_by: dueBy, submission_count: submissions } = dispute.evidence_details;
  return {
    disputeId: dispute.id,
    paymentIntentId: idOf(dispute.payment_intent),
    amountMinor: BigInt(dispute.amount),
    currency: dispute.currency,
    // The types allow values of later versions; the database accepts only known ones.
    status: dispute.status as ProviderDisputeStatus,
    reason: dispute.reason,
    evidenceDueAt: dueBy === null ? null : new Date(dueBy * 1_000),
    evidenceSubmitted: submissions > 0,
    entries: dispute.balance_transactions.map((entry) => {
      const converted = conversionOf(entry, dispute.currency);
      // Converted entries take or return the whole of the dispute.
      const amountMinor = BigInt(converted ? Math.sign(entry.amount) * dispute.amount : entry.amount);
      return { balanceTransactionId: entry.id, amountMinor, feeMinor: BigInt(entry.fee), converted };
    }),
    createdAt: new Date(dispute.created * 1_000),
  };
}
