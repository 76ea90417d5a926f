import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { parseMonth } from '../domain/month.js';
import type { PeriodState } from './domain/invoice-state.js';
import { billingErrors } from '../errors.js';
import { PeriodCloseRequested } from '../events.js';
import { TaxReadiness } from '../tax/tax-readiness.js';
import { PeriodsRepository } from './periods.repository.js';

/** Requests the closing of a past month, which happens in the background. Idempotent. */
@Injectable()
export class RequestClose {
  constructor(
    private readonly transactor: Transactor,
    private readonly periods: PeriodsRepository,
    private readonly tax: TaxReadiness,
  ) {}

  /** @throws AppError `month_invalid` (400), `month_not_over`, `seller_not_set` (409) */
  async execute(actor: Actor, monthText: string): Promise<{ month: string; state: PeriodState }> {
    const month = parseMonth(monthText);
    return this.transactor.run(async (tx) => {
      if (tx.now < month.endAt) throw new AppError(billingErrors.month_not_over);
      const period = await this.periods.lock(tx, `${month.text}-01`);
      if (period.state === 'open') {
        if (await this.tax.sellerMissing(tx, month, tx.now)) throw new AppError(billingErrors.seller_not_set);
        await this.periods.toClosing(tx, `${month.text}-01`, actor.name);
        await tx.emit(PeriodCloseRequested, { month: month.text });
        await tx.audit(actor, 'period.close_requested', ['period', month.text], {
          before: { state: 'open' },
          after: { state: 'closing' },
        });
      }
      return { month: month.text, state: period.state === 'open' ? 'closing' : period.state };
    });
  }
}
