import { Injectable } from '@nestjs/common';
import { Ids, invariant } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor, type Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import type { ProviderRefund } from '@portal/stripe-gateway';
import { BookRefund } from './book-refund.js';
import { isRefundReason, type RefundState } from './domain/refund-state.js';
import { RefundFailed, RefundSucceeded } from '../events.js';
import type { PaidRow } from '../adjustments/adjustments.repository.js';
import { PaymentsRepository } from '../collection/payments.repository.js';
import { RefundsRepository, type RefundAttemptRow, type RefundRow } from './refunds.repository.js';

/** A refund as it stood in our books before the provider was asked. */
export interface KnownRefund {
  readonly id: string;
  readonly version: number;
}

const MADE_ELSEWHERE = 'Made at the payment processor, not in this portal.';

/**
 * Writes down what became of a refund: row, lines, ledger, credit note and events in one transaction. Told twice, by the
 * answer and by the provider's events in any order, it has its effect once.
 */
@Injectable()
export class RecordRefund {
  constructor(
    private readonly transactor: Transactor,
    private readonly payments: PaymentsRepository,
    private readonly refunds: RefundsRepository,
    private readonly book: BookRefund,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly ids: Ids,
  ) {}

  /**
   * `seen` as it was fetched after `known` was read (undefined: no row of ours). False when the row has changed since:
   * to be fetched again.
   */
  async observed(paid: PaidRow, seen: ProviderRefund, known: KnownRefund | undefined): Promise<boolean> {
    return this.transactor.run(async (tx) => {
      await this.payments.lockInvoice(tx, paid.invoice_id);
      const row = known
        ? await this.refunds.lock(tx, known.id)
        : await this.refunds.findByProviderId(tx, seen.refundId);
      if (known ? row?.version !== known.version : row !== undefined) return false;
      await this.apply(tx, seen, row ?? (await this.madeElsewhere(tx, paid, seen)));
      return true;
    });
  }

  /** A definite no: nothing moved, and this refund is over. */
  async refused(refund: RefundRow, attempt: RefundAttemptRow, problem: string): Promise<void> {
    await this.change(refund, attempt, async (tx, row) => {
      await this.refunds.endAttempt(tx, attempt, 'refused', problem);
      await this.refunds.failed(tx, row.id, problem);
      await this.outbox.emit(tx, RefundFailed, { refund_id: row.id, invoice_id: row.invoice_id });
      await this.note(tx, row, 'refund.refused', { problem });
    });
  }

  /** No outcome yet: the same key is sent again after `delayMs` (wall time). */
  async waiting(attempt: RefundAttemptRow, problem: string, delayMs: number): Promise<void> {
    await this.transactor.run((tx) => this.refunds.waiting(tx, attempt, problem, delayMs));
  }

  /** Proven not to exist after the key's lifetime, or (`stuck`) not to be sent again before that look. */
  async ended(refund: RefundRow, attempt: RefundAttemptRow, state: 'void' | 'stuck', problem: string): Promise<void> {
    await this.change(refund, attempt, async (tx, row) => {
      await this.refunds.endAttempt(tx, attempt, state, problem);
      await this.note(tx, row, `refund.attempt_${state}`, { problem });
    });
  }

  private async change(
    refund: RefundRow,
    attempt: RefundAttemptRow,
    work: (tx: Tx, row: RefundRow) => Promise<void>,
  ): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.payments.lockInvoice(tx, refund.invoice_id);
      const row = await this.refunds.lock(tx, refund.id);
      const live = await this.refunds.liveAttempt(tx, refund.id);
      // Unless somebody else ended it meanwhile.
      if (row?.state === 'sending' && live?.n === attempt.n && live.state === attempt.state) await work(tx, row);
    });
  }

  private async madeElsewhere(tx: Tx, paid: PaidRow, seen: ProviderRefund): Promise<RefundRow> {
    invariant(seen.currency === paid.currency, `refund ${seen.refundId} is in another currency than its payment`);
    return this.refunds.insert(tx, {
      id: this.ids.next(),
      invoiceId: paid.invoice_id,
      paymentId: paid.id,
      origin: 'processor',
      scope: seen.amountMinor === BigInt(paid.available) ? 'full' : 'amount',
      reason: isRefundReason(seen.reason) ? seen.reason : 'other',
      note: MADE_ELSEWHERE,
      amountMinor: seen.amountMinor,
      currency: seen.currency,
      providerRefundId: seen.refundId,
      requestedBy: null,
      requestedByName: 'Payment processor',
      lines: new Map(),
    });
  }

  private async apply(tx: Tx, seen: ProviderRefund, row: RefundRow): Promise<void> {
    invariant(
      seen.amountMinor === BigInt(row.amount) && seen.currency === row.currency,
      `refund ${seen.refundId} is not what refund ${row.id} asked for`,
    );
    const isBooked = row.booked_at !== null;
    const books = !isBooked && seen.balanceTransactionId !== null;
    const state = stateOf(seen, isBooked || books);
    if (row.provider_refund_id !== null && row.state === state && !books) return;
    const covered = books ? await this.book.execute(tx, seen, row) : null;
    if (state === 'failed' && (isBooked || books)) await this.book.takeBack(tx, seen, row);
    await this.refunds.observed(tx, row.id, {
      providerRefundId: seen.refundId,
      state,
      problem: seen.failureReason,
      balanceTransactionId: seen.balanceTransactionId,
      failureTransactionId: seen.failureTransactionId,
      coveredMinor: covered,
    });
    const attempt = await this.refunds.liveAttempt(tx, row.id);
    if (attempt && attempt.state !== 'made') await this.refunds.endAttempt(tx, attempt, 'made', null);
    await this.tell(tx, row, seen, state);
  }

  private async tell(tx: Tx, row: RefundRow, seen: ProviderRefund, state: RefundState): Promise<void> {
    if (row.state === state) return;
    const told = { refund_id: row.id, invoice_id: row.invoice_id };
    if (state === 'succeeded') await this.outbox.emit(tx, RefundSucceeded, told);
    if (state === 'failed') await this.outbox.emit(tx, RefundFailed, told);
    await this.note(tx, row, `refund.${state}`, {
      provider_refund_id: seen.refundId,
      amount_minor: row.amount,
      problem: seen.failureReason,
    });
  }

  private async note(tx: Tx, row: RefundRow, action: string, after: Record<string, string | null>): Promise<void> {
    await this.audit.record(tx, {
      actor: SYSTEM_ACTOR,
      action,
      subjectType: 'refund',
      subjectId: row.id,
      before: { state: row.state },
      after,
    });
  }
}

// Paid out is what left our balance; until the entry is there the provider only has it.
function stateOf(seen: ProviderRefund, isBooked: boolean): RefundState {
  if (seen.status === 'failed') return 'failed';
  return seen.status === 'succeeded' && isBooked ? 'succeeded' : 'pending';
}
