import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Policies } from '@portal/billing';
import { RunBlockers, RunBlockerSource, type RunBlocker, type RunStep } from '@portal/payouts';
import type { Tx } from '@portal/platform/database';
import { freshness } from './domain/freshness.js';
import { lastComparisons } from './read/last-comparisons.js';

/**
 * Before money is paid, the books must have been reconciled recently. What that found leaves out only whom it concerns
 * (`reconciliation.open_items`).
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

  async open(tx: Tx, _month: string, step: RunStep): Promise<RunBlocker[]> {
    if (step === 'prepare') return [];
    const hours = await this.policies.at(tx, 'reconciliation_max_age_hours', tx.now);
    const stale = freshness(await lastComparisons(tx), tx.now, hours);
    return stale === undefined ? [] : [stale];
  }
}
