import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Policies } from '@portal/billing';
import { RunBlockers, RunBlockerSource, type RunBlocker, type RunStep } from '@portal/payouts';
import type { Tx } from '@portal/platform/database';
import { freshness } from './domain/freshness.js';
import { lastComparisons } from './read/last-comparisons.js';
import { openBlockers } from './read/open-blockers.js';

/**
 * Blocks payout runs while there are open blocking items. Before money is paid, the books must also have been
 * reconciled recently.
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
