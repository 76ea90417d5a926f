import { setImmediate as nextTick } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { invariant } from '@portal/kernel';
import { failpoint } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { RefundGateway, type RefundOutcome } from '@portal/stripe-gateway';
import { takeUnsettled, type SendResult } from '../collection/retry-plan.js';
import { SyncRefund } from './sync-refund.js';
import { AdjustmentsRepository, type PaidRow } from '../adjustments/adjustments.repository.js';
import { PaymentsRepository } from '../collection/payments.repository.js';
import { RefundsRepository, type RefundAttemptRow, type RefundRow } from './refunds.repository.js';
import { RecordRefund } from './record-refund.js';

interface Attempt {
  refund: RefundRow;
  attempt: RefundAttemptRow;
  paid: PaidRow;
}

/**
 * Sends one refund: the intent with its key is committed, then sent, then the outcome is recorded. Called again after a
 * crash at any point, it sends the same key and body; when the key is too old for that, the refund is looked up first.
 */
@Injectable()
export class SendRefund {
  constructor(
    private readonly transactor: Transactor,
    private readonly payments: PaymentsRepository,
    private readonly adjustments: AdjustmentsRepository,
    private readonly refunds: RefundsRepository,
    private readonly gateway: RefundGateway,
    private readonly record: RecordRefund,
    private readonly sync: SyncRefund,
  ) {}

  async execute(refundId: string): Promise<SendResult> {
    const attempt = await this.begin(refundId);
    if (!attempt) return { kind: 'settled' };
    failpoint('refund.intent_committed');
    if (attempt.attempt.key_expired) return this.syncExpired(attempt);
    const outcome = await this.send(attempt);
    failpoint('refund.answer_read');
    const result = await this.take(attempt, outcome);
    failpoint('refund.recorded');
    return result;
  }

  private async begin(refundId: string): Promise<Attempt | undefined> {
    return this.transactor.run(async (tx) => {
      const known = await this.refunds.find(tx, refundId);
      if (known?.origin !== 'portal') return undefined;
      await this.payments.lockInvoice(tx, known.invoice_id);
      const refund = await this.refunds.lock(tx, refundId);
      if (!refund || (refund.state !== 'requested' && refund.state !== 'sending')) return undefined;
      let attempt = await this.refunds.liveAttempt(tx, refundId);
      // A stuck attempt is never sent again; it is looked up once its key has expired.
      const syncsExpired = attempt?.state === 'stuck' && attempt.key_expired;
      if (attempt && attempt.state !== 'sending' && !syncsExpired) return undefined;
      attempt ??= await this.refunds.beginAttempt(tx, refundId);
      await this.refunds.sending(tx, refundId);
      await this.refunds.markSent(tx, attempt);
      const paid = await this.adjustments.paidById(tx, refund.payment_id);
      invariant(paid, `refund ${refundId} is of a payment that did not go through`);
      const sent = await this.refunds.find(tx, refundId);
      return { refund: sent!, attempt, paid };
    });
  }

  private async send({ refund, attempt, paid }: Attempt): Promise<RefundOutcome> {
    const { reason } = refund;
    const sending = this.gateway.createRefund({
      idempotencyKey: attempt.idempotency_key,
      paymentIntentId: paid.payment_intent_id,
      amountMinor: BigInt(refund.amount),
      ...(reason === 'duplicate' || reason === 'fraudulent' || reason === 'requested_by_customer' ? { reason } : {}),
      metadata: { refund_id: refund.id, invoice_id: refund.invoice_id, attempt: String(attempt.n) },
    });
    const [outcome] = await Promise.all([sending, nextTick().then(() => failpoint('refund.sent'))]);
    return outcome;
  }

  private async take(attempt: Attempt, outcome: RefundOutcome): Promise<SendResult> {
    const { refund, paid } = attempt;
    switch (outcome.kind) {
      case 'made':
        // False: an event was faster and may be newer than this response, so the refund is fetched again.
        if (!(await this.record.observed(paid, outcome, refund))) await this.sync.execute(outcome.refundId);
        return { kind: 'settled' };
      case 'refused':
        await this.record.refused(refund, attempt.attempt, `${outcome.code}: ${outcome.message}`);
        return { kind: 'settled' };
      default:
        return takeUnsettled(outcome, {
          adopt: () => this.adopt(attempt),
          stuck: (problem) => this.record.ended(refund, attempt.attempt, 'stuck', problem),
          waiting: (reason, delayMs) => this.record.waiting(attempt.attempt, reason, delayMs),
        });
    }
  }

  /**
   * The provider may execute a key this old again, so it is never sent: a refund that is found is adopted, otherwise
   * the attempt is void.
   */
  private async syncExpired(attempt: Attempt): Promise<SendResult> {
    if (await this.adopt(attempt)) return { kind: 'settled' };
    await this.record.ended(attempt.refund, attempt.attempt, 'void', 'no refund of this payment after 23 h');
    return { kind: 'waiting', reason: 'the next attempt gets a new key' };
  }

  private async adopt({ refund, paid }: Attempt): Promise<boolean> {
    const made = await this.gateway.findRefundsOfPayment(paid.payment_intent_id);
    const found = made.find((one) => one.metadata['refund_id'] === refund.id);
    if (found) await this.sync.execute(found.refundId);
    return found !== undefined;
  }
}
