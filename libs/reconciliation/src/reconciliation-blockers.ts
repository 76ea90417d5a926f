import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RunBlockers, RunBlockerSource, type RunBlocker } from '@portal/payouts';
import type { Tx } from '@portal/platform';
import { openBlockers } from './read/open-blockers.js';

/** What is not explained yet stops payout runs from being prepared. */
@Injectable()
export class ReconciliationBlockers extends RunBlockerSource implements OnModuleInit {
  constructor(private readonly blockers: RunBlockers) {
    super();
  }

  onModuleInit(): void {
    this.blockers.add(this);
  }

  open(tx: Tx, month: string): Promise<RunBlocker[]> {
    return openBlockers(tx, month);
  }
}
