import { Injectable } from '@nestjs/common';
import { AppError, Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { refusalOf, Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { billingErrors } from '../errors.js';
import { RefundRequested } from '../events.js';
import { AdjustmentsRepository } from '../adjustments/adjustments.repository.js';
import { PaymentsRepository } from '../collection/payments.repository.js';
import { RefundsRepository } from './refunds.repository.js';

const REFUSALS = {
  refunds_not_while_disputed: billingErrors.payment_disputed,
  refunds_fit_payment: billingErrors.adjustment_too_large,
  refunds_surplus_fits: billingErrors.no_surplus,
  refunds_one_in_flight: billingErrors.refund_in_progress,
};

/**
 * Stores a refund of an overpayment. It is taken from suspense, so authors, platform and tax are not concerned and
 * there is no credit note. `SendRefund` calls the processor.
 */
@Injectable()
export class ReturnSurplus {
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
   * Of one payment; if several were overpaid, the oldest that is not settled.
   * @param request.confirmMinor the amount that the user typed as confirmation, minor units
   * @throws AppError `invoice_not_found` (404), `no_surplus`, `payment_disputed`, `refund_in_progress`,
   *   `confirmation_mismatch` (409)
   */
  async execute(
    actor: Actor,
    request: { invoiceId: string; note: string; confirmMinor: bigint },
  ): Promise<{ refundId: string; amountMinor: bigint }> {
    try {
      return await this.transactor.run(async (tx) => {
        const invoice = await this.payments.lockIssued(tx, request.invoiceId);
        const surplus = await this.adjustments.surplusOf(tx, invoice.id);
        if (!surplus) throw new AppError(billingErrors.no_surplus);
        const amountMinor = BigInt(surplus.left);
        if (request.confirmMinor !== amountMinor) throw new AppError(billingErrors.confirmation_mismatch);
        const refund = await this.refunds.insert(tx, {
          id: this.ids.next(),
          invoiceId: invoice.id,
          paymentId: surplus.payment_id,
          origin: 'portal',
          scope: 'surplus',
          reason: 'duplicate',
          note: request.note,
          amountMinor,
          currency: surplus.currency,
          providerRefundId: null,
          requestedBy: actor.userId,
          requestedByName: actor.name,
          lines: new Map(),
        });
        await this.outbox.emit(tx, RefundRequested, { refund_id: refund.id });
        await this.audit.record(tx, {
          actor,
          action: 'surplus.return_requested',
          subjectType: 'invoice',
          subjectId: invoice.id,
          after: { refund_id: refund.id, amount_minor: amountMinor.toString() },
          reason: request.note,
        });
        return { refundId: refund.id, amountMinor };
      });
    } catch (error) {
      throw refusalOf(error, REFUSALS);
    }
  }
}
