import { Injectable } from '@nestjs/common';
import { AppError, Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { refusalOf, Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { planAdjustment, type AdjustmentScope } from './domain/plan-adjustment.js';
import type { RefundReason } from './domain/refund-state.js';
import { billingErrors, notRefundable } from '../errors.js';
import { RefundRequested } from '../events.js';
import { AdjustmentsRepository } from '../adjustments/adjustments.repository.js';
import { PaymentsRepository } from '../collection/payments.repository.js';
import { RefundsRepository } from './refunds.repository.js';

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
    private readonly refunds: RefundsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly ids: Ids,
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
        const refund = await this.refunds.insert(tx, {
          id: this.ids.next(),
          invoiceId: invoice.id,
          paymentId: paid.id,
          origin: 'portal',
          scope: request.scope.kind,
          reason: request.reason,
          note: request.note,
          amountMinor: plan.amountMinor,
          currency: paid.currency,
          providerRefundId: null,
          requestedBy: actor.userId,
          requestedByName: actor.name,
          lines: plan.asked,
        });
        await this.outbox.emit(tx, RefundRequested, { refund_id: refund.id });
        await this.audit.record(tx, {
          actor,
          action: 'refund.requested',
          subjectType: 'invoice',
          subjectId: invoice.id,
          after: { refund_id: refund.id, amount_minor: plan.amountMinor.toString(), reason: request.reason },
        });
        return { refundId: refund.id, amountMinor: plan.amountMinor };
      });
    } catch (error) {
      throw refusalOf(error, REFUSALS);
    }
  }
}
