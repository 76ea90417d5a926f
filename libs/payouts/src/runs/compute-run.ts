import { Injectable } from '@nestjs/common';
import { Policies } from '@portal/billing';
import { requirePerson, type Actor } from '@portal/platform/access';
import { failpoint } from '@portal/platform/config';
import { Transactor, type Tx } from '@portal/platform/database';
import { inputHash } from './domain/input-hash.js';
import { approvalsNeeded } from './domain/payout-policy.js';
import { unusualKinds } from './domain/run-exceptions.js';
import { RUN_STATES } from './domain/run-state.js';
import { PlanPayouts } from './plan-payouts.js';
import { PayoutsRepository, type ComputedPayout, type RunRow } from './payouts.repository.js';
import { RunBlockers } from './run-blockers.js';
import { RunComparison } from './read/run-comparison.js';

/** Computes a run from what the ledger owes at one cutoff, and fixes it with a hash. */
@Injectable()
export class ComputeRun {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly plan: PlanPayouts,
    private readonly policies: Policies,
    private readonly comparison: RunComparison,
    private readonly blockers: RunBlockers,
  ) {}

  /**
   * Only from `draft`. If the process dies, the run stays in `computing` and can be recomputed.
   * @throws AppError `payout_run_not_found`, `invalid_transition` when another process computes it or it has moved on
   */
  async execute(runId: string, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      const run = await this.repository.lockRun(tx, runId);
      RUN_STATES.assert(run.state, 'computing');
      await this.repository.updateRun(tx, runId, { state: 'computing' });
    });
    failpoint('run.computing');
    await this.transactor.run(async (tx) => {
      await this.repository.lockComputation(tx);
      const run = await this.repository.lockRun(tx, runId);
      RUN_STATES.assert(run.state, 'computed');
      await this.repository.removeComputed(tx, runId);
      const { cutoffTx, payouts, notes } = await this.plan.execute(tx, run);
      const hash = inputHash(run.month, cutoffTx, payouts);
      const policy = await this.policies.allAt(tx, tx.now);
      const decided = policy.payout_decisions === 'required' ? await this.toDecide(tx, runId, payouts) : payouts;
      await this.repository.insertPayouts(tx, decided);
      await this.repository.insertNotes(tx, runId, run.computation + 1, notes);
      await this.repository.updateRun(tx, runId, {
        state: 'computed',
        cutoffTx,
        inputHash: hash,
        computation: run.computation + 1,
        approvalsNeeded: approvalsNeeded(policy, payouts),
      });
      await tx.audit(actor, 'payout_run.prepared', ['payout_run', runId], {
        after: { month: run.month, input_hash: hash, payouts: payouts.length },
      });
    });
  }

  /**
   * Computes it again from what is owed now. Earlier approvals no longer count; who recomputes becomes the preparer.
   * @throws AppError `payout_run_not_found`, `invalid_transition` once it is approved, `payout_run_blocked`,
   *   `forbidden`
   */
  async again(runId: string, actor: Actor): Promise<void> {
    const userId = requirePerson(actor, 'A person has to prepare a payout run.');
    await this.transactor.run(async (tx) => {
      const run = await this.repository.lockRun(tx, runId);
      await this.reopen(tx, run, { ...actor, userId });
    });
    await this.execute(runId, actor);
  }

  /** Resets the run to draft, to be computed again. `run` must be locked. */
  async reopen(tx: Tx, run: RunRow, actor: Actor & { userId: string }): Promise<void> {
    await this.blockers.assertNone(tx, run.month, 'prepare');
    // An interrupted computation leaves "draft" or "computing"; it can be restarted from there.
    if (run.state !== 'draft') RUN_STATES.assert(run.state, 'draft');
    const preparer = { preparedBy: actor.userId, preparedByName: actor.name };
    await this.repository.updateRun(tx, run.id, { state: 'draft', ...preparer });
    const before = { state: run.state, input_hash: run.inputHash };
    await tx.audit(actor, 'payout_run.reopened', ['payout_run', run.id], { before });
  }

  /** Stores with each payout what is unusual about it, so that it must be decided before approval. */
  private async toDecide(tx: Tx, runId: string, payouts: ComputedPayout[]): Promise<ComputedPayout[]> {
    const earlierOf = await this.comparison.earlier(runId, tx);
    return payouts.map((one) => ({
      ...one,
      toDecide: unusualKinds(
        { amountMinor: one.amount, accountId: one.providerAccountId },
        earlierOf(one.orgId, one.currency),
      ),
    }));
  }
}
