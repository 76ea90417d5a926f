import { Injectable } from '@nestjs/common';
import { AppError, formatMinor } from '@portal/kernel';
import { Audit, LiveFeed, Outbox, Transactor, type Actor, type Tx } from '@portal/platform';
import { TransferGateway } from '@portal/stripe-gateway';
import { RUN_STATES } from './domain/run-state.js';
import { assertUnchanged } from './assert-unchanged.js';
import { payoutErrors } from './errors.js';
import { PayoutDue } from './events.js';
import { FinishRun } from './finish-run.js';
import { PayoutsRepository, type PayoutRow } from './persistence/payouts.repository.js';
import { RunQueries } from './read/run-queries.js';

/** Starts sending, pauses between two payouts, and goes on. */
@Injectable()
export class ExecuteRun {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly queries: RunQueries,
    private readonly transfers: TransferGateway,
    private readonly finish: FinishRun,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly live: LiveFeed,
  ) {}

  /**
   * The processor's available balance must cover the run; nothing is started otherwise.
   * @throws AppError `payout_balance_short` (says how much is missing), `invalid_transition`, `payout_run_not_found`
   */
  async execute(runId: string, actor: Actor): Promise<void> {
    await this.assertCovered(runId);
    await this.transactor.run(async (tx) => {
      const run = await this.repository.lockRun(tx, runId);
      if (!run) throw new AppError(payoutErrors.payout_run_not_found);
      RUN_STATES.assert(run.state, 'executing');
      assertUnchanged(run, await this.repository.payoutsOf(tx, runId));
      await this.repository.updateRun(tx, runId, { state: 'executing', executedAt: tx.now });
      await this.audit.record(tx, {
        actor,
        action: 'payout_run.executed',
        subjectType: 'payout_run',
        subjectId: runId,
      });
      await this.live.append(tx, `payout_run:${runId}`, 'state', { state: 'executing' });
      await this.emitDue(tx, runId);
      await this.finish.ifDone(tx, runId);
    });
  }

  /** @throws AppError `invalid_transition` unless the run is executing */
  async pause(runId: string, actor: Actor, reason: string): Promise<void> {
    await this.setPaused(runId, actor, reason);
  }

  /** Sends what is left. @throws AppError `invalid_transition` unless the run is executing */
  async resume(runId: string, actor: Actor): Promise<void> {
    await this.setPaused(runId, actor, null);
  }

  private async setPaused(runId: string, actor: Actor, reason: string | null): Promise<void> {
    await this.transactor.run(async (tx) => {
      const run = await this.repository.lockRun(tx, runId);
      if (!run) throw new AppError(payoutErrors.payout_run_not_found);
      if (run.state !== 'executing') RUN_STATES.assert(run.state, 'executing');
      await this.repository.updateRun(tx, runId, { paused: reason !== null, pauseReason: reason });
      await this.audit.record(tx, {
        actor,
        action: reason === null ? 'payout_run.resumed' : 'payout_run.paused',
        subjectType: 'payout_run',
        subjectId: runId,
        reason,
      });
      await this.live.append(tx, `payout_run:${runId}`, 'state', {
        state: reason === null ? 'executing' : 'paused',
        reason,
      });
      if (reason === null) await this.emitDue(tx, runId);
    });
  }

  private async emitDue(tx: Tx, runId: string): Promise<void> {
    const open = (payout: PayoutRow): boolean => payout.state === 'reserved' || payout.state === 'sending';
    for (const payout of (await this.repository.payoutsOf(tx, runId)).filter(open)) {
      await this.outbox.emit(tx, PayoutDue, { payout_id: payout.id, run_id: runId });
    }
  }

  private async assertCovered(runId: string): Promise<void> {
    for (const { currency, amount } of await this.queries.amountsToSend(runId)) {
      const { availableMinor: available } = await this.transfers.availableBalance(currency);
      if (available >= amount) continue;
      throw new AppError(payoutErrors.payout_balance_short, {
        message: `The processor has ${formatMinor(available, currency)} available, this run needs ${formatMinor(amount, currency)}: ${formatMinor(amount - available, currency)} are missing. Card payments become available after some days.`,
      });
    }
  }
}
