import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Policies } from '@portal/billing';
import { RunBlockers, RunBlockerSource, type RunBlocker, type RunStep } from '@portal/payouts';
import type { Tx } from '@portal/platform/database';
import { freshness } from './domain/freshness.js';
import { lastComparisons } from './read/last-comparisons.js';
import { openBlockers } from './read/open-blockers.js';

/**
 * What is not explained yet stops payout runs. And before money leaves, the books must have been compared with the
 * provider's lately: what nobody looked at is not known to be right.
 */
@Injectable()
export class ReconciliationBlockers extends RunBlockerSource implements OnModuleInit {
  constructor(
    private readonly blockers: RunBlockers,
    private readonly policies: Policies,
  ) {
    super();
  }

  onModuleInit(): void {
    this.blockers.add(this);
  }

  async open(tx: Tx, month: string, step: RunStep): Promise<RunBlocker[]> {
    const open: RunBlocker[] = await openBlockers(tx, month);
    if (step === 'prepare') return open;
    const hours = await this.policies.at(tx, 'reconciliation_max_age_hours', tx.now);
    const stale = freshness(await lastComparisons(tx), tx.now, hours);
    return stale === undefined ? open : [stale, ...open];
  }
}
