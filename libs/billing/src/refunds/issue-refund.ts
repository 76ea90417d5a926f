import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { planAdjustment, type AdjustmentScope } from './domain/plan-adjustment.js';
import type { RefundReason } from './domain/refund-state.js';
import { billingErrors, notRefundable } from '../errors.js';
import type { LineReversal } from '../adjustments/domain/reversal.js';
import { AdjustmentsRepository } from '../adjustments/adjustments.repository.js';
import { PaymentsRepository } from '../collection/payments.repository.js';
import { StoreRefund, type PlannedRefund } from './store-refund.js';

/** `surplus`: an overpayment; of several, the oldest that is not settled. */
export type RefundScope = AdjustmentScope | { readonly kind: 'surplus' };

export interface RefundRequest {
  readonly invoiceId: string;
  readonly scope: RefundScope;
  readonly reason: RefundReason;
  /** Reason, 1 to 500 characters; printed on the credit note. */
  readonly note: string;
  /** The amount that the user typed as confirmation, minor units; must equal the refund. */
  readonly confirmMinor?: bigint;
}

/** What violated constraints of a refund mean. */
export const REFUND_REFUSALS = {
  refunds_not_while_disputed: billingErrors.payment_disputed,
  refunds_fit_payment: billingErrors.adjustment_too_large,
  refunds_surplus_fits: billingErrors.no_surplus,
  refunds_one_in_flight: billingErrors.refund_in_progress,
  refunds_second_person: billingErrors.second_person_needed,
};

/**
 * Stores a refund request. `SendRefund` calls the processor. A surplus is taken from suspense, so authors, platform and
 * tax are not concerned and there is no credit note.
 */
@Injectable()
export class IssueRefund {
  constructor(
    private readonly transactor: Transactor,
    private readonly payments: PaymentsRepository,
    private readonly adjustments: AdjustmentsRepository,
    private readonly store: StoreRefund,
  ) {}

  /** @throws AppError `second_person_needed` (409), and as `plan` */
  async execute(actor: Actor, request: RefundRequest): Promise<{ refundId: string; amountMinor: bigint }> {
    try {
      return await this.transactor.run(async (tx) =>
        this.store.execute(tx, actor, (await this.plan(tx, request)).refund),
      );
    } catch (error) {
      throw refusalOf(error, REFUND_REFUSALS);
    }
  }

  /**
   * What it would be now. Locks the invoice.
   * @throws AppError `invoice_not_found` (404), `invoice_not_paid`, `no_surplus`, `payment_disputed`,
   *   `refund_in_progress`, `adjustment_too_large`, `confirmation_mismatch` (409), `adjustment_line_unknown` (422).
   */
  async plan(
    tx: Tx,
    { invoiceId, scope, reason, note, confirmMinor }: RefundRequest,
  ): Promise<{ refund: PlannedRefund; reversals: readonly LineReversal[] }> {
    const { state } = await this.payments.lockIssued(tx, invoiceId);
    const { reversals, ...part } =
      scope.kind === 'surplus'
        ? await this.surplus(tx, invoiceId)
        : await this.part(tx, { id: invoiceId, state }, scope);
    if (confirmMinor !== undefined && confirmMinor !== part.amount) {
      throw new AppError(billingErrors.confirmation_mismatch);
    }
    return { refund: { ...part, invoiceId, scope: scope.kind, reason, note }, reversals };
  }

  private async part(tx: Tx, invoice: { id: string; state: string }, scope: AdjustmentScope) {
    const paid = await this.adjustments.paidOf(tx, invoice.id);
    if (!paid) throw notRefundable(invoice.state);
    if (paid.disputed) throw new AppError(billingErrors.payment_disputed);
    const lines = await this.adjustments.lines(tx, invoice.id);
    const { amountMinor: amount, asked, reversals } = planAdjustment(lines, BigInt(paid.available), scope);
    return { paymentId: paid.id, currency: paid.currency, amount, lines: asked, reversals };
  }

  private async surplus(tx: Tx, invoiceId: string) {
    const surplus = await this.adjustments.surplusOf(tx, invoiceId);
    if (!surplus) throw new AppError(billingErrors.no_surplus);
    const { payment_id: paymentId, currency, left } = surplus;
    return { paymentId, currency, amount: BigInt(left), lines: new Map<string, bigint>(), reversals: [] };
  }
}
