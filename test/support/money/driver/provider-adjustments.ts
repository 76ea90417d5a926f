import type { DisputeStage } from './scenario.js';
import type { ProviderDispute, ProviderRefund, RefundInput, RefundOutcome } from '@portal/stripe-gateway';
import { providerId } from './provider-id.js';

type RefundAnswer = 'succeeded' | 'pending' | 'refused';

/** Statuses in which the provider has not withdrawn the money. */
const INQUIRY: readonly DisputeStage[] = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
];
const GIVES_BACK: readonly DisputeStage[] = ['won', 'appeal_won'];

/** Refunds and disputes at the simulated provider. */
export class ProviderAdjustments {
  readonly refunds = new Map<string, ProviderRefund>();
  readonly disputes = new Map<string, ProviderDispute>();
  private readonly answers = new Map<string, { name: string; answer: RefundAnswer }>();

  constructor(private readonly now: () => Date) {}

  /** Sets the provider's answer to the engine's request for this refund. */
  expectRefund(engineId: string, name: string, answer: RefundAnswer): void {
    this.answers.set(engineId, { name, answer });
  }

  refund(input: RefundInput): RefundOutcome {
    const planned = this.answers.get(input.metadata['refund_id'] ?? '');
    const refundId = providerId('re', planned?.name ?? input.idempotencyKey);
    const known = this.refunds.get(refundId);
    if (known) return { kind: 'made', ...known };
    if (planned?.answer === 'refused')
      return { kind: 'refused', code: 'charge_not_refundable', message: 'The payment cannot be refunded.' };
    const made: ProviderRefund = {
      refundId,
      paymentIntentId: input.paymentIntentId,
      amountMinor: input.amountMinor,
      currency: this.currencies.get(input.paymentIntentId) ?? '',
      status: 'pending',
      balanceTransactionId: null,
      failureTransactionId: null,
      failureReason: null,
      reason: input.reason ?? null,
      metadata: input.metadata,
      createdAt: this.now(),
    };
    this.refunds.set(refundId, made);
    if (planned?.answer !== 'pending') this.settleRefund(refundId, 'succeeded');
    return { kind: 'made', ...this.refunds.get(refundId)! };
  }

  /** Returns the provider's id. */
  settleRefund(refundId: string, outcome: 'succeeded' | 'failed'): void {
    const refund = this.refunds.get(refundId)!;
    this.refunds.set(refundId, {
      ...refund,
      status: outcome,
      balanceTransactionId: outcome === 'succeeded' ? providerId('txn', refundId) : refund.balanceTransactionId,
      // Only a withdrawn amount can be returned.
      failureTransactionId:
        outcome === 'failed' && refund.balanceTransactionId !== null ? providerId('txn', refundId, 'failed') : null,
      failureReason: outcome === 'failed' ? 'expired_or_canceled_card' : null,
    });
  }

  openDispute(d: {
    name: string;
    paymentIntentId: string;
    amountMinor: bigint;
    currency: string;
    reason: string;
    feeMinor: bigint;
    stage: 'needs_response' | 'warning_needs_response';
  }): string {
    const disputeId = providerId('dp', d.name);
    this.disputes.set(disputeId, {
      disputeId,
      paymentIntentId: d.paymentIntentId,
      amountMinor: d.amountMinor,
      currency: d.currency,
      status: d.stage,
      reason: d.reason,
      evidenceDueAt: null,
      evidenceSubmitted: false,
      entries: [],
      createdAt: this.now(),
    });
    if (d.stage === 'needs_response') this.withdraw(disputeId, d.feeMinor);
    return disputeId;
  }

  /**
   * Changes a dispute's status. The money is withdrawn with the first status that is not an inquiry, and returned when
   * it is won.
   */
  moveDispute(disputeId: string, stage: DisputeStage, feeMinor: bigint): void {
    const dispute = this.disputes.get(disputeId)!;
    const status = stage === 'appeal_won' ? 'won' : stage === 'appeal_lost' ? 'lost' : stage;
    this.disputes.set(disputeId, { ...dispute, status });
    const taken = dispute.entries.reduce((sum, entry) => sum + entry.amountMinor, 0n);
    if (!INQUIRY.includes(stage) && !GIVES_BACK.includes(stage) && dispute.entries.length === 0)
      this.withdraw(disputeId, feeMinor);
    else if (GIVES_BACK.includes(stage) && taken < 0n) this.enter(disputeId, -taken, feeMinor);
    else if (feeMinor !== 0n) this.enter(disputeId, 0n, feeMinor);
  }

  /** The currency of a payment; a refund request does not contain it. */
  readonly currencies = new Map<string, string>();

  private withdraw(disputeId: string, feeMinor: bigint): void {
    this.enter(disputeId, -this.disputes.get(disputeId)!.amountMinor, feeMinor);
  }

  private enter(disputeId: string, amountMinor: bigint, feeMinor: bigint): void {
    const dispute = this.disputes.get(disputeId)!;
    const balanceTransactionId = providerId('txn', disputeId, String(dispute.entries.length));
    const entries = [...dispute.entries, { balanceTransactionId, amountMinor, feeMinor }];
    this.disputes.set(disputeId, { ...dispute, entries });
  }
}
