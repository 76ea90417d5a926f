import { Injectable } from '@nestjs/common';
import { ListApprovals } from '@portal/approvals';
import { Disputes, ListPeriods, ListPolicies } from '@portal/billing';
import { Prices } from '@portal/listings';
import { RunQueries } from '@portal/payouts';
import type { Actor } from '@portal/platform/access';
import { Worklist } from '../read/worklist.js';
import type { FinanceHomeView } from './finance-home.view.js';

const MONTHS = 12;
const OPEN = { limit: 100 };

/** What waits for finance and what comes by itself, each part as its own list has it. */
@Injectable()
export class FinanceWork {
  constructor(
    private readonly periods: ListPeriods,
    private readonly runs: RunQueries,
    private readonly disputes: Disputes,
    private readonly exceptions: Worklist,
    private readonly approvals: ListApprovals,
    private readonly policies: ListPolicies,
    private readonly prices: Prices,
  ) {}

  async of(actor: Actor): Promise<Omit<FinanceHomeView, 'position' | 'books' | 'happened'>> {
    const [periods, runs, disputes, exceptions, approvals, policies, prices] = await Promise.all([
      this.periods.execute(),
      this.runs.list(MONTHS),
      this.disputes.list(OPEN),
      this.exceptions.list({ ...OPEN, state: 'not_closed' }),
      this.approvals.list(actor, { ...OPEN, state: 'waiting' }),
      this.policies.coming(),
      this.prices.list({ state: 'coming' }),
    ]);
    return {
      periods: periods.items.slice(0, MONTHS),
      runs: runs.items,
      disputes: disputes.items,
      exceptions: exceptions.items,
      approvals: approvals.items,
      coming_policies: policies,
      coming_prices: prices,
    };
  }
}
