import { Injectable } from '@nestjs/common';
import { Ids, invariant } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import type { ProviderRefund } from '@portal/stripe-gateway';
import { BookRefund } from './book-refund.js';
import { isRefundReason, type RefundState } from './domain/refund-state.js';
import { RefundFailed, RefundSucceeded } from '../events.js';
import type { PaidRow } from '../adjustments/adjustments.repository.js';
import { PaymentsRepository } from '../collection/payments.repository.js';
import { RefundsRepository, type RefundAttemptRow, type RefundRow } from './refunds.repository.js';

/** The stored state of a refund before the provider was asked. */
export interface KnownRefund {
  readonly id: string;
  readonly version: number;
}

const MADE_ELSEWHERE = 'Created at the payment processor, not in this portal.';

/**
 * Records the outcome of a refund: row, lines, ledger, credit note and events in one transaction. Idempotent: the
 * response and the provider's events may report it in any order.
 */
@Injectable()
export class RecordRefund {
  constructor(
    private readonly transactor: Transactor,
    private readonly payments: PaymentsRepository,
    private readonly refunds: RefundsRepository,
    private readonly book: BookRefund,
    private readonly ids: Ids,
  ) {}

  /**
   * `observed` was fetched after `known` was read (undefined: no row of ours). False when the row has changed since and
   * the refund must be fetched again.
   */
  async observed(paid: PaidRow, observed: ProviderRefund, known: KnownRefund | undefined): Promise<boolean> {
    return this.transactor.run(async (tx) => {
      await this.payments.lockInvoice(tx, paid.invoice_id);
      const row = known
        ? await this.refunds.lock(tx, known.id)
        : await this.refunds.findByProviderId(tx, observed.refundId);
      if (known ? row?.version !== known.version : row !== undefined) return false;
      await this.apply(tx, observed, row ?? (await this.madeElsewhere(tx, paid, observed)));
      return true;
    });
  }

  /** A definitive refusal: nothing moved, and this refund has ended. */
  async refused(refund: RefundRow, attempt: RefundAttemptRow, problem: string): Promise<void> {
    await this.change(refund, attempt, async (tx, row) => {
      await this.refunds.endAttempt(tx, attempt, 'refused', problem);
      await this.refunds.failed(tx, row.id, problem);
      await tx.emit(RefundFailed, { refund_id: row.id, invoice_id: row.invoice_id });
      await this.note(tx, row, 'refund.refused', { problem });
    });
  }

  /** No outcome yet: the same key is sent again after `delayMs` (wall time). */
  async waiting(attempt: RefundAttemptRow, problem: string, delayMs: number): Promise<void> {
    await this.transactor.run((tx) => this.refunds.waiting(tx, attempt, problem, delayMs));
  }

  /**
   * The refund does not exist, which is certain after the key's lifetime; or (`stuck`) it must not be sent again before
   * that look-up.
   */
  async ended(refund: RefundRow, attempt: RefundAttemptRow, state: 'void' | 'stuck', problem: string): Promise<void> {
    await this.change(refund, attempt, async (tx, row) => {
      await this.refunds.endAttempt(tx, attempt, state, problem);
      await this.note(tx, row, `refund.attempt_${state}`, { problem });
    });
  }

  private async change(refund: RefundRow, attempt: RefundAttemptRow, work: (tx: Tx, row: RefundRow) => Promise<void>) {
    await this.transactor.run(async (tx) => {
      await this.payments.lockInvoice(tx, refund.invoice_id);
      const row = await this.refunds.lock(tx, refund.id);
      const live = await this.refunds.liveAttempt(tx, refund.id);
      // Unless another process has ended it meanwhile.
      if (row?.state === 'sending' && live?.n === attempt.n && live.state === attempt.state) await work(tx, row);
    });
  }

  private async madeElsewhere(tx: Tx, paid: PaidRow, observed: ProviderRefund): Promise<RefundRow> {
    invariant(
      observed.currency === paid.currency,
      `refund ${observed.refundId} is in another currency than its payment`,
    );
    const id = this.ids.next();
    await this.refunds.insert(tx, {
      id,
      invoiceId: paid.invoice_id,
      paymentId: paid.id,
      origin: 'processor',
      scope: observed.amountMinor === BigInt(paid.available) ? 'full' : 'amount',
      reason: isRefundReason(observed.reason) ? observed.reason : 'other',
      note: MADE_ELSEWHERE,
      amount: observed.amountMinor,
      currency: observed.currency,
      providerRefundId: observed.refundId,
      requestedBy: null,
      requestedByName: 'Payment processor',
      approvalId: null,
      lines: new Map(),
    });
    return (await this.refunds.lock(tx, id))!;
  }

  private async apply(tx: Tx, observed: ProviderRefund, row: RefundRow): Promise<void> {
    invariant(
      observed.amountMinor === BigInt(row.amount) && observed.currency === row.currency,
      `refund ${observed.refundId} is not what refund ${row.id} asked for`,
    );
    const isBooked = row.booked_at !== null;
    const books = !isBooked && observed.balanceTransactionId !== null;
    const state = stateOf(observed, isBooked || books);
    if (row.provider_refund_id !== null && row.state === state && !books) return;
    const covered = books ? await this.book.execute(tx, observed, row) : null;
    if (state === 'failed' && (isBooked || books)) await this.book.reverse(tx, observed, row);
    await this.refunds.observed(tx, row.id, {
      providerRefundId: observed.refundId,
      state,
      problem: observed.failureReason,
      balanceTransactionId: observed.balanceTransactionId,
      failureTransactionId: observed.failureTransactionId,
      coveredMinor: covered,
    });
    const attempt = await this.refunds.liveAttempt(tx, row.id);
    if (attempt && attempt.state !== 'made') await this.refunds.endAttempt(tx, attempt, 'made', null);
    await this.record(tx, row, observed, state);
  }

  private async record(tx: Tx, row: RefundRow, observed: ProviderRefund, state: RefundState): Promise<void> {
    if (row.state === state) return;
    const ids = { refund_id: row.id, invoice_id: row.invoice_id };
    if (state === 'succeeded') await tx.emit(RefundSucceeded, ids);
    if (state === 'failed') await tx.emit(RefundFailed, ids);
    await this.note(tx, row, `refund.${state}`, {
      provider_refund_id: observed.refundId,
      amount_minor: row.amount,
      problem: observed.failureReason,
    });
  }

  private async note(tx: Tx, row: RefundRow, action: string, after: Record<string, string | null>): Promise<void> {
    await tx.audit(SYSTEM_ACTOR, action, ['refund', row.id], { before: { state: row.state }, after });
  }
}

// A refund counts as paid out when the money has left our balance; without that entry it is pending.
function stateOf(observed: ProviderRefund, isBooked: boolean): RefundState {
  if (observed.status === 'failed') return 'failed';
  return observed.status === 'succeeded' && isBooked ? 'succeeded' : 'pending';
}
