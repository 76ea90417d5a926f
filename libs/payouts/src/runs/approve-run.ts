import { Injectable } from '@nestjs/common';
import { AppError, commonErrors } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import { requirePerson, type Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { assertUnchanged } from './assert-unchanged.js';
import { payoutPosting } from './payout-postings.js';
import { RUN_STATES } from './domain/run-state.js';
import { payoutErrors } from '../errors.js';
import { PayoutApprovalEntity } from './payouts.entity.js';
import { PayoutsRepository } from './payouts.repository.js';
import { RunBlockers } from './run-blockers.js';

/**
 * Approval of exactly the prepared payouts by a person other than the preparer. The last approval that the policy
 * requires reserves the money.
 */
@Injectable()
export class ApproveRun {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly blockers: RunBlockers,
    private readonly ledger: Ledger,
  ) {}

  /**
   * @throws AppError `preparer_cannot_approve`, `decider_cannot_approve`, `payout_set_changed`, `approval_given`, `preparer_left`,
   *   `invalid_transition`, `payout_decisions_missing` (the policy requires a decision about every unusual payout),
   *   `payout_run_not_found`, `payout_run_blocked` (no recent reconciliation, or open items), `forbidden` when the
   *   caller is not a user
   */
  async execute(runId: string, hash: string, actor: Actor): Promise<void> {
    const userId = requirePerson(actor, 'A person has to approve a payout run.');
    try {
      await this.approve(runId, hash, { ...actor, userId });
    } catch (error) {
      throw refusalOf(error, {
        payout_approvals_second_person: payoutErrors.preparer_cannot_approve,
        payout_approvals_not_decided: payoutErrors.decider_cannot_approve,
        payout_approvals_all_decided: payoutErrors.payout_decisions_missing,
        payout_approvals_hash: payoutErrors.payout_set_changed,
        payout_approvals_pkey: payoutErrors.approval_given,
        payout_approvals_role: payoutErrors.preparer_left,
        payout_approvals_state: commonErrors.invalid_transition,
      });
    }
  }

  private async approve(runId: string, hash: string, actor: Actor & { userId: string }): Promise<void> {
    await this.transactor.run(async (tx) => {
      const run = await this.repository.lockRun(tx, runId);
      if (run.preparedBy === actor.userId) throw new AppError(payoutErrors.preparer_cannot_approve);
      if (run.inputHash !== hash) throw new AppError(payoutErrors.payout_set_changed);
      // Further approvals are accepted: an approver may lose the role before the run executes.
      const joining = run.state === 'approved';
      if (!joining) RUN_STATES.assert(run.state, 'approved');
      const missing = await this.repository.decisionsMissing(tx, runId);
      if (!joining && missing > 0)
        throw new AppError(payoutErrors.payout_decisions_missing, { message: undecided(missing) });
      await this.blockers.assertNone(tx, run.month, 'pay');
      await this.blockers.assertReconciled(tx, runId);
      const { computation } = run;
      const { userId, name: userName } = actor;
      await tx.manager.insert(PayoutApprovalEntity, { runId, computation, userId, userName, inputHash: hash });
      await tx.audit(actor, 'payout_run.approved', ['payout_run', runId], { after: { input_hash: hash } });
      const given = await this.repository.approvers(tx, run);
      if (joining || given.length < run.approvalsNeeded) {
        return;
      }
      const payouts = await this.repository.payoutsOf(tx, runId);
      assertUnchanged(run, payouts);
      const reserves = payouts
        .filter((payout) => payout.amount > 0n)
        .map((payout) => payoutPosting('payout_reserve', payout, 'reserve', tx.now));
      if (reserves.length > 0) await this.ledger.postMany(tx, reserves);
      await this.repository.reserveAll(tx, runId);
      await this.repository.updateRun(tx, runId, { state: 'approved', approvedAt: tx.now });
    });
  }
}

function undecided(count: number): string {
  const which = count === 1 ? '1 unusual payout of this run is' : `${count} unusual payouts of this run are`;
  return `${which} undecided. The preparer has to decide about ${count === 1 ? 'it' : 'them'} before anybody approves.`;
}
