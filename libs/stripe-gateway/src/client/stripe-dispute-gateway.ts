import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import type { Keyed } from '../ports/outcome.js';
import {
  DisputeGateway,
  type DisputeAnswerOutcome,
  type ProviderDispute,
  type ProviderDisputeStatus,
} from '../ports/dispute-gateway.js';
import { classify } from './classify.js';
import { keyed, StripeClient } from './stripe-client.js';
import { idOf } from './stripe-values.js';

@Injectable()
export class StripeDisputeGateway extends DisputeGateway {
  constructor(private readonly client: StripeClient) {
    super();
  }

  async findDispute(disputeId: string): Promise<ProviderDispute | undefined> {
    return this.client.find('disputes', async (stripe) => viewOf(await stripe.disputes.retrieve(disputeId)));
  }

  async submitEvidence(input: Keyed & { disputeId: string; text: string }): Promise<DisputeAnswerOutcome> {
    return this.answer((stripe) =>
      stripe.disputes.update(
        input.disputeId,
        { evidence: { uncategorized_text: input.text }, submit: true },
        keyed(input),
      ),
    );
  }

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
    entries: dispute.balance_transactions.map((entry) => ({
      balanceTransactionId: entry.id,
      amountMinor: BigInt(entry.amount),
      feeMinor: BigInt(entry.fee),
    })),
    createdAt: new Date(dispute.created * 1_000),
  };
}
