import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { payoutErrors } from '../errors.js';
import { PayoutDue, RunFinished } from '../events.js';
import { payoutPosting } from '../runs/payout-postings.js';
import { PayoutObstacles } from '../runs/payout-obstacles.js';
import { PayoutsRepository, type PayoutRow, type RunRow } from '../runs/payouts.repository.js';
import { RunBlockers } from '../runs/run-blockers.js';

/**
 * Sends the failed payouts of a run again, with the approved amounts and accounts: only to accounts that can receive
 * now, of authors who are not on hold and are still owed as much. Everything else waits for the next run.
 */
@Injectable()
export class RetryFailed {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly blockers: RunBlockers,
    private readonly obstacles: PayoutObstacles,
    private readonly ledger: Ledger,
  ) {}

  /**
   * @throws AppError `payout_run_not_found`, `invalid_transition` unless it is partially failed,
   *   `payout_run_superseded` when a later run already counts the money, `payout_run_blocked`, `nothing_to_retry`
   */
  async execute(runId: string, actor: Actor): Promise<{ retried: number }> {
    return this.transactor.run(async (tx) => {
      await this.repository.lockComputation(tx);
      const run = await this.repository.lockRun(tx, runId);
      if (run.state !== 'partially_failed') throw new AppError(payoutErrors.nothing_to_retry);
      if (await this.repository.isSuperseded(tx, run)) throw new AppError(payoutErrors.payout_run_superseded);
      await this.blockers.assertNone(tx, run.month, 'pay');
      const failed = await this.repository.undecided(tx, runId);
      const sendable: PayoutRow[] = [];
      for (const payout of failed) if (await this.obstacles.isSendable(tx, payout)) sendable.push(payout);
      if (sendable.length === 0) throw new AppError(payoutErrors.nothing_to_retry);
      await this.reserve(tx, run, sendable);
      const after = { payouts: sendable.length, of: failed.length };
      await tx.audit(actor, 'payout_run.retried', ['payout_run', runId], { after });
      return { retried: sendable.length };
    });
  }

  /**
   * Gives up the failed payouts of a run: they are not tried again, and their amounts, which are back in the balances,
   * are paid with the next run. The statements of the month become final.
   * @throws AppError `payout_run_not_found`, `nothing_to_retry`
   */
  async giveUp(runId: string, reason: string, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      const run = await this.repository.lockRun(tx, runId);
      const failed = run.state === 'partially_failed' ? await this.repository.undecided(tx, runId) : [];
      if (failed.length === 0) throw new AppError(payoutErrors.nothing_to_retry);
      await this.repository.giveUp(tx, failed);
      await tx.audit(actor, 'payout_run.given_up', ['payout_run', runId], {
        after: { payouts: failed.length },
        reason,
      });
      await tx.emit(RunFinished, { run_id: runId, state: run.state });
    });
  }

  private async reserve(tx: Tx, run: RunRow, payouts: readonly PayoutRow[]): Promise<void> {
    await this.ledger.postMany(
      tx,
      payouts.map((payout) => payoutPosting('payout_reserve', payout, `reserve:${payout.retries + 1}`, tx.now)),
    );
    for (const { id } of payouts) await this.repository.reserveAgain(tx, id);
    await this.repository.updateRun(tx, run.id, { state: 'executing', settledAt: null });
    const due = payouts.map(({ id }) => ({ payout_id: id, run_id: run.id }));
    await tx.emitMany(PayoutDue, due);
  }
}
