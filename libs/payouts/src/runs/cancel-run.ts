import { Injectable } from '@nestjs/common';
import { Ledger } from '@portal/ledger';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { payoutPosting } from './payout-postings.js';
import { RUN_STATES } from './domain/run-state.js';
import { PayoutsRepository } from './payouts.repository.js';

/** Cancels a run before anything was sent: reserved amounts are owed again, and the month can be prepared again. */
@Injectable()
export class CancelRun {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly ledger: Ledger,
  ) {}

  /** @throws AppError `payout_run_not_found` (404), `invalid_transition` (409) once it executes. */
  async execute(runId: string, actor: Actor, reason: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const run = await this.repository.lockRun(tx, runId);
      RUN_STATES.assert(run.state, 'cancelled');
      const reserved = (await this.repository.payoutsOf(tx, runId)).filter((payout) => payout.state === 'reserved');
      const releases = reserved.map((payout) => payoutPosting('payout_released', payout, 'cancel', tx.now));
      if (releases.length > 0) await this.ledger.postMany(tx, releases);
      await this.repository.cancelAll(tx, runId);
      await this.repository.updateRun(tx, runId, { state: 'cancelled' });
      await tx.audit(actor, 'payout_run.cancelled', ['payout_run', runId], {
        before: { state: run.state },
        reason,
      });
    });
  }
}
