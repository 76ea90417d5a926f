import { Injectable } from '@nestjs/common';
import { AppError, commonErrors } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { PayoutDue } from '../events.js';
import { RUN_STATES } from './domain/run-state.js';
import { dueOf } from './due-of.js';
import { PayoutsRepository, type RunRow } from './payouts.repository.js';

/** Pauses a run between two payouts, and resumes it. */
@Injectable()
export class PauseRun {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
  ) {}

  /**
   * Nothing more is sent until it is resumed; transfers in progress are completed.
   * @throws AppError `invalid_transition` unless it executes
   */
  async pause(runId: string, actor: Actor, reason: string): Promise<void> {
    await this.change(runId, async (tx) => {
      await this.repository.updateRun(tx, runId, { paused: true, pauseReason: reason });
      await tx.audit(actor, 'payout_run.paused', ['payout_run', runId], { reason });
    });
  }

  /**
   * Sends what is left: everything, or one currency that was paused because the balance was too low.
   * @throws AppError `invalid_transition` unless the run executes, `invalid_request` for a currency that is not paused
   */
  async resume(runId: string, actor: Actor, currency?: string): Promise<void> {
    await this.change(runId, async (tx, run) => {
      if (currency !== undefined && run.pausedCurrencies[currency] === undefined)
        throw new AppError(commonErrors.invalid_request, { message: `${currency.toUpperCase()} is not paused.` });
      const still = Object.entries(run.pausedCurrencies).filter(([one]) => currency !== undefined && one !== currency);
      await this.repository.updateRun(tx, runId, {
        pausedCurrencies: Object.fromEntries(still),
        ...(currency === undefined ? { paused: false, pauseReason: null } : {}),
      });
      await tx.audit(actor, 'payout_run.resumed', ['payout_run', runId], { reason: currency });
      const due = dueOf(runId, await this.repository.payoutsOf(tx, runId), currency);
      await tx.emitMany(PayoutDue, due);
    });
  }

  private async change(runId: string, work: (tx: Tx, run: RunRow) => Promise<void>): Promise<void> {
    await this.transactor.run(async (tx) => {
      const run = await this.repository.lockRun(tx, runId);
      if (run.state !== 'executing') RUN_STATES.assert('settled', 'executing');
      await work(tx, run);
    });
  }
}
