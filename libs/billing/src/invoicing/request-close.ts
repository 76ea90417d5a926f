import { Injectable } from '@nestjs/common';
import { Approvals } from '@portal/approvals';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { parseMonth } from '../domain/month.js';
import { billingErrors } from '../errors.js';
import type { PeriodState } from './domain/invoice-state.js';
import { MonthCloseKind } from './month-close-kind.js';
import { PeriodsRepository } from './periods.repository.js';

/** A month whose close was requested, or the approval for which it waits. */
export interface RequestedClose {
  month: string;
  state: PeriodState;
  approval_id: string | null;
}

/** Requests the closing of a past month, which happens in the background. Idempotent. */
@Injectable()
export class RequestClose {
  constructor(
    private readonly transactor: Transactor,
    private readonly periods: PeriodsRepository,
    private readonly approvals: Approvals,
    private readonly kind: MonthCloseKind,
  ) {}

  /**
   * Above the policy `close_limit` it waits for a second person.
   * @throws AppError `month_invalid` (400), `month_not_over`, `seller_not_set`, `vat_rate_missing` (409), and as `Approvals.propose`
   */
  async execute(actor: Actor, monthText: string): Promise<RequestedClose> {
    const { text, first: month, endAt } = parseMonth(monthText);
    try {
      return await this.transactor.run(async (tx) => {
        if (tx.now < endAt) throw new AppError(billingErrors.month_not_over);
        const { state } = await this.periods.lock(tx, month);
        if (state === 'open') await this.kind.begin(tx, actor, month, actor.name, null);
        return { month: text, state: state === 'open' ? 'closing' : state, approval_id: null };
      });
    } catch (error) {
      const refusal = refusalOf(error, { periods_second_person: billingErrors.close_needs_approval });
      if ((refusal as { code?: string }).code !== billingErrors.close_needs_approval.code) throw refusal;
    }
    const totals = await this.transactor.run((tx) => this.periods.toBill(tx, month));
    const reason = `${text} bills more than one person may close alone.`;
    const approval_id = await this.approvals.propose(actor, { kind: this.kind, payload: { month, totals }, reason });
    return { month: text, state: 'open', approval_id };
  }
}
