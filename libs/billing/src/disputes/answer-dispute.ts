import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, required } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Database, Transactor, type Tx } from '@portal/platform/database';
import { DisputeGateway, stripeErrors, type DisputeAnswerOutcome } from '@portal/stripe-gateway';
import { AdjustmentsRepository } from '../adjustments/adjustments.repository.js';
import type { LineReversal } from '../adjustments/domain/reversal.js';
import { isAnswerable } from './domain/dispute-phase.js';
import { billingErrors } from '../errors.js';
import { DisputeAccepted } from '../events.js';
import { SyncDispute } from './sync-dispute.js';
import { DisputesRepository, type DisputeRow } from './disputes.repository.js';

/** Answers a dispute: submits evidence to the bank, or accepts the dispute. Events report the result as usual. */
@Injectable()
export class AnswerDispute {
  constructor(
    private readonly transactor: Transactor,
    private readonly database: Database,
    private readonly disputes: DisputesRepository,
    private readonly adjustments: AdjustmentsRepository,
    private readonly gateway: DisputeGateway,
    private readonly sync: SyncDispute,
  ) {}

  /**
   * The answer and its author are recorded before it is sent.
   * @throws AppError as `answerable`, also once it was accepted, and `payment_provider_unavailable` (503)
   */
  async submitEvidence(actor: Actor, disputeId: string, text: string): Promise<void> {
    const dispute = await this.transactor.run(async (tx) => {
      const found = await this.answerable(tx, disputeId);
      if (found.accepted_at !== null)
        throw new AppError(billingErrors.dispute_not_answerable, { message: 'This dispute was accepted already.' });
      const entry = { before: { status: found.status }, after: { text } };
      await tx.audit(actor, 'dispute.evidence_submitted', ['dispute', found.id], entry);
      return found;
    });
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
    const idempotencyKey = `dp_${dispute.id}_${dispute.status}_${digest}`;
    await this.finish(
      dispute,
      await this.gateway.submitEvidence({ idempotencyKey, disputeId: dispute.provider_dispute_id, text }),
    );
  }

  /** Locks the dispute. @throws AppError `dispute_not_found` (404), `dispute_not_answerable` (409) */
  async answerable(tx: Tx, disputeId: string): Promise<DisputeRow> {
    const dispute = required(await this.disputes.find(tx, disputeId, 'for update'), billingErrors.dispute_not_found);
    if (!isAnswerable(dispute.status)) throw new AppError(billingErrors.dispute_not_answerable);
    return dispute;
  }

  /**
   * Records its acceptance once; `sendAcceptance` sends it to the bank. Violated constraints are thrown unchanged.
   * @param approvalId of the second person, above the limit of one person
   * @throws AppError as `answerable`
   */
  async accept(tx: Tx, actor: Actor, disputeId: string, approvalId?: string): Promise<{ accepted: true }> {
    const dispute = await this.answerable(tx, disputeId);
    if (dispute.accepted_at === null) {
      const { id, status, invoice_id } = dispute;
      await this.disputes.accept(tx, dispute, approvalId ?? null);
      await tx.audit(actor, 'dispute.accepted', ['dispute', id], { before: { status }, after: {} });
      await tx.emit(DisputeAccepted, { dispute_id: id, invoice_id });
    }
    return { accepted: true };
  }

  /** Has no effect when repeated or once the bank no longer waits. @throws AppError as `submitEvidence` */
  async sendAcceptance(disputeId: string): Promise<void> {
    const dispute = await this.disputes.find(this.database, disputeId);
    if (!dispute?.accepted_at || !isAnswerable(dispute.status)) return;
    const idempotencyKey = `dp_${dispute.id}_${dispute.status}_accept`;
    await this.finish(
      dispute,
      await this.gateway.acceptDispute({ idempotencyKey, disputeId: dispute.provider_dispute_id }),
    );
  }

  /** What it holds of each line. */
  held(providerDisputeId: string): Promise<LineReversal[]> {
    return this.adjustments.takenBy(this.database, `dispute:${providerDisputeId}:opened`);
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
