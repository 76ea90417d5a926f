import { Injectable } from '@nestjs/common';
import { requirePerson, type Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { ComputeRun } from './compute-run.js';
import { RUN_STATES } from './domain/run-state.js';
import { PayoutsRepository, type RunRow } from './payouts.repository.js';
import { RunBlockers } from './run-blockers.js';

/** Recomputes a run from what is owed now. Earlier approvals no longer count. */
@Injectable()
export class RecomputeRun {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly blockers: RunBlockers,
    private readonly computeRun: ComputeRun,
  ) {}

  /**
   * The person who recomputes becomes the preparer.
   * @throws AppError `payout_run_not_found`, `invalid_transition` once it is approved, `payout_run_blocked`,
   *   `forbidden`
   */
  async execute(runId: string, actor: Actor): Promise<void> {
    const userId = requirePerson(actor, 'A person has to prepare a payout run.');
    await this.transactor.run(async (tx) => {
      const run = await this.repository.lockRun(tx, runId);
      await this.reopen(tx, run, { ...actor, userId });
    });
    await this.computeRun.execute(runId, actor);
  }

  /** Resets the run to draft, for `ComputeRun` to compute it again. `run` must be locked. */
  async reopen(tx: Tx, run: RunRow, actor: Actor & { userId: string }): Promise<void> {
    await this.blockers.assertNone(tx, run.month, 'prepare');
    // An interrupted computation leaves "draft" or "computing"; it can be restarted from there.
    if (run.state !== 'draft') RUN_STATES.assert(run.state, 'draft');
    await this.repository.updateRun(tx, run.id, {
      state: 'draft',
      preparedBy: actor.userId,
      preparedByName: actor.name,
    });
    await tx.audit(actor, 'payout_run.reopened', ['payout_run', run.id], {
      before: { state: run.state, input_hash: run.inputHash },
    });
  }
}
