import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { DisputeGateway, stripeErrors, type DisputeAnswerOutcome } from '@portal/stripe-gateway';
import { isAnswerable } from './domain/dispute-phase.js';
import { billingErrors } from '../errors.js';
import { SyncDispute } from './sync-dispute.js';
import { DisputesRepository, type DisputeRow } from './disputes.repository.js';

/** Answers a dispute: submits evidence to the bank, or accepts the dispute. Events report the result as usual. */
@Injectable()
export class AnswerDispute {
  constructor(
    private readonly transactor: Transactor,
    private readonly disputes: DisputesRepository,
    private readonly gateway: DisputeGateway,
    private readonly sync: SyncDispute,
  ) {}

  /** @throws AppError `dispute_not_found` (404), `dispute_not_answerable` (409), `payment_provider_unavailable` (503). */
  async submitEvidence(actor: Actor, disputeId: string, text: string): Promise<void> {
    const dispute = await this.begin(actor, disputeId, 'dispute.evidence_submitted', { text });
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
    const idempotencyKey = `dp_${dispute.id}_${dispute.status}_${digest}`;
    await this.finish(
      dispute,
      await this.gateway.submitEvidence({ idempotencyKey, disputeId: dispute.provider_dispute_id, text }),
    );
  }

  /** @throws as `submitEvidence` */
  async accept(actor: Actor, disputeId: string): Promise<void> {
    const dispute = await this.begin(actor, disputeId, 'dispute.accepted', {});
    const idempotencyKey = `dp_${dispute.id}_${dispute.status}_accept`;
    await this.finish(
      dispute,
      await this.gateway.acceptDispute({ idempotencyKey, disputeId: dispute.provider_dispute_id }),
    );
  }

  /** The answer and its author are recorded before it is sent. */
  private async begin(actor: Actor, disputeId: string, action: string, after: object): Promise<DisputeRow> {
    return this.transactor.run(async (tx) => {
      const dispute = await this.disputes.find(tx, disputeId);
      if (!dispute) throw new AppError(billingErrors.dispute_not_found);
      if (!isAnswerable(dispute.status)) throw new AppError(billingErrors.dispute_not_answerable);
      await tx.audit(actor, action, ['dispute', dispute.id], {
        before: { status: dispute.status },
        after,
      });
      return dispute;
    });
  }

  private async finish(dispute: DisputeRow, outcome: DisputeAnswerOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'taken':
        await this.sync.execute(dispute.provider_dispute_id);
        return;
      case 'refused':
        // The deadline may have passed, or the dispute was answered in the processor's dashboard: show its current
        // state.
        await this.sync.execute(dispute.provider_dispute_id);
        throw new AppError(billingErrors.dispute_not_answerable, {
          message: `The payment processor did not accept the response: ${outcome.message}`,
        });
      case 'misconfigured':
      case 'idempotency_conflict':
        throw new AppError(stripeErrors.payment_provider_misconfigured);
      case 'in_flight':
      case 'rate_limited':
      case 'unknown':
        throw new AppError(stripeErrors.payment_provider_unavailable, { retryAfterMs: 2_000 });
    }
  }
}
