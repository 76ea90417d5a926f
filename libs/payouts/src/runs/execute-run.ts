import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { assertUnchanged } from './assert-unchanged.js';
import { RUN_STATES } from './domain/run-state.js';
import { dueOf } from './due-of.js';
import { PayoutDue } from '../events.js';
import { ExecutionChecks } from './execution-checks.js';
import { FinishRun } from './finish-run.js';
import { ReserveHeldAmounts } from '../holds/reserve-held-amounts.js';
import { PayoutsRepository } from './payouts.repository.js';

/** Starts to send the approved payouts. */
@Injectable()
export class ExecuteRun {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly checks: ExecutionChecks,
    private readonly reserveHeld: ReserveHeldAmounts,
    private readonly finish: FinishRun,
  ) {}

  /**
   * The processor's available balance must cover the run in every currency; otherwise nothing is started.
   * @throws AppError `payout_balance_short` (says how much is missing), `approver_without_role`, `payout_set_changed`,
   *   `payout_run_blocked` (no recent reconciliation, or open items), `invalid_transition`, `payout_run_not_found`
   */
  async execute(runId: string, actor: Actor): Promise<void> {
    const check = await this.checks.before(runId);
    await this.transactor.run(async (tx) => {
      const run = await this.repository.lockRun(tx, runId);
      // A run in "partially_failed" continues by retrying its failed payouts, not by executing again.
      if (run.state !== 'approved')
        RUN_STATES.assert(run.state === 'partially_failed' ? 'settled' : run.state, 'executing');
      await check(tx, run);
      const payouts = await this.repository.payoutsOf(tx, runId);
      assertUnchanged(run, payouts);
      await this.repository.updateRun(tx, runId, { state: 'executing', executedAt: tx.now, executedBy: actor.userId });
      await this.reserveHeld.of(tx, run, payouts);
      await tx.audit(actor, 'payout_run.executed', ['payout_run', runId]);
      await tx.emitMany(PayoutDue, dueOf(runId, payouts));
      await this.finish.ifDone(tx, runId);
    });
  }
}
