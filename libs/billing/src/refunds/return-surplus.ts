import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { billingErrors } from '../errors.js';
import { AdjustmentsRepository } from '../adjustments/adjustments.repository.js';
import { PaymentsRepository } from '../collection/payments.repository.js';
import { StoreRefund } from './store-refund.js';

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
    private readonly store: StoreRefund,
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
        return this.store.execute(tx, actor, {
          invoiceId: invoice.id,
          paymentId: surplus.payment_id,
          scope: 'surplus',
          reason: 'duplicate',
          note: request.note,
          amount: amountMinor,
          currency: surplus.currency,
          lines: new Map(),
        });
      });
    } catch (error) {
      throw refusalOf(error, REFUSALS);
    }
  }
}
