import { Injectable } from '@nestjs/common';
import { ListApprovals } from '@portal/approvals';
import { Disputes, ListPeriods } from '@portal/billing';
import { RunQueries } from '@portal/payouts';
import type { Actor } from '@portal/platform/access';
import { Worklist } from '../read/worklist.js';
import { ComingChanges } from './coming-changes.js';
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
    private readonly coming: ComingChanges,
  ) {}

  async of(actor: Actor): Promise<Omit<FinanceHomeView, 'position' | 'books' | 'happened'>> {
    const [periods, runs, disputes, exceptions, approvals, coming] = await Promise.all([
      this.periods.execute(),
      this.runs.list(MONTHS),
      this.disputes.list(OPEN),
      this.exceptions.list({ ...OPEN, state: 'not_closed' }),
      this.approvals.list(actor, { ...OPEN, state: 'waiting' }),
      this.coming.list(),
    ]);
    return {
      periods: periods.items.slice(0, MONTHS),
      runs: runs.items,
      disputes: disputes.items,
      exceptions: exceptions.items,
      approvals: approvals.items,
      ...coming,
    };
  }
}
