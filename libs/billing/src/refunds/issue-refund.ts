import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { planAdjustment, type AdjustmentScope } from './domain/plan-adjustment.js';
import type { RefundReason } from './domain/refund-state.js';
import { billingErrors, notRefundable } from '../errors.js';
import { AdjustmentsRepository } from '../adjustments/adjustments.repository.js';
import { PaymentsRepository } from '../collection/payments.repository.js';
import { StoreRefund } from './store-refund.js';

export interface RefundRequest {
  readonly invoiceId: string;
  readonly scope: AdjustmentScope;
  readonly reason: RefundReason;
  /** Reason, 1 to 500 characters; printed on the credit note. */
  readonly note: string;
  /** The amount that the user typed as confirmation, minor units; must equal the refund. */
  readonly confirmMinor?: bigint;
}

const REFUSALS = {
  refunds_not_while_disputed: billingErrors.payment_disputed,
  refunds_fit_payment: billingErrors.adjustment_too_large,
  refunds_one_in_flight: billingErrors.refund_in_progress,
};

/** Stores a refund request. `SendRefund` calls the processor. */
@Injectable()
export class IssueRefund {
  constructor(
    private readonly transactor: Transactor,
    private readonly payments: PaymentsRepository,
    private readonly adjustments: AdjustmentsRepository,
    private readonly store: StoreRefund,
  ) {}

  /**
   * @throws AppError `invoice_not_found` (404), `invoice_not_paid`, `payment_disputed`, `refund_in_progress`,
   *   `adjustment_too_large`, `confirmation_mismatch` (409), `adjustment_line_unknown` (422).
   */
  async execute(actor: Actor, request: RefundRequest): Promise<{ refundId: string; amountMinor: bigint }> {
    try {
      return await this.transactor.run(async (tx) => {
        const invoice = await this.payments.lockIssued(tx, request.invoiceId);
        const paid = await this.adjustments.paidOf(tx, invoice.id);
        if (!paid) throw notRefundable(invoice.state);
        if (paid.disputed) throw new AppError(billingErrors.payment_disputed);
        const lines = await this.adjustments.lines(tx, invoice.id);
        const plan = planAdjustment(lines, BigInt(paid.available), request.scope);
        if (request.confirmMinor !== undefined && request.confirmMinor !== plan.amountMinor) {
          throw new AppError(billingErrors.confirmation_mismatch);
        }
        return this.store.execute(tx, actor, {
          invoiceId: invoice.id,
          paymentId: paid.id,
          scope: request.scope.kind,
          reason: request.reason,
          note: request.note,
          amount: plan.amountMinor,
          currency: paid.currency,
          lines: plan.asked,
        });
      });
    } catch (error) {
      throw refusalOf(error, REFUSALS);
    }
  }
}
