import { Injectable } from '@nestjs/common';
import { AppError, commonErrors, formatMinor } from '@portal/kernel';
import { Audit, LiveFeed, Outbox, Transactor, type Actor, type Tx } from '@portal/platform';
import { TransferGateway } from '@portal/stripe-gateway';
import { ApproverRoles } from './approver-roles.js';
import { assertUnchanged } from './assert-unchanged.js';
import { RUN_STATES } from './domain/run-state.js';
import { payoutErrors } from '../errors.js';
import { PayoutDue } from '../events.js';
import { FinishRun } from './finish-run.js';
import { KeepHeld } from '../holds/keep-held.js';
import { PayoutsRepository, type PayoutRow, type RunRow } from './payouts.repository.js';
import { RunQueries } from './read/run-queries.js';
import { RunBlockers } from './run-blockers.js';

/** Starts sending, pauses between two payouts, and goes on. */
@Injectable()
export class ExecuteRun {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly queries: RunQueries,
    private readonly transfers: TransferGateway,
    private readonly roles: ApproverRoles,
    private readonly blockers: RunBlockers,
    private readonly keepHeld: KeepHeld,
    private readonly finish: FinishRun,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly live: LiveFeed,
  ) {}

  /**
   * The processor's available balance must cover the run in every currency; nothing is started otherwise.
   * @throws AppError `payout_balance_short` (says how much is missing), `approver_without_role`, `payout_set_changed`,
   * `payout_run_blocked` (books not compared lately, open items), `invalid_transition`, `payout_run_not_found`
   */
  async execute(runId: string, actor: Actor): Promise<void> {
    await this.assertCovered(runId);
    const mayApprove = await this.roles.holders();
    await this.transactor.run(async (tx) => {
      const run = await this.repository.lockRun(tx, runId);
      if (!run) throw new AppError(payoutErrors.payout_run_not_found);
      // From "partially_failed" a run goes on by retrying what failed, not by starting again.
      if (run.state !== 'approved')
        RUN_STATES.assert(run.state === 'partially_failed' ? 'settled' : run.state, 'executing');
      await this.blockers.assertNone(tx, run.month, 'pay');
      await this.assertApprovers(tx, run, mayApprove);
      const payouts = await this.repository.payoutsOf(tx, runId);
      assertUnchanged(run, payouts);
      await this.repository.updateRun(tx, runId, { state: 'executing', executedAt: tx.now });
      await this.keepHeld.of(tx, run, payouts);
      await this.audit.record(tx, {
        actor,
        action: 'payout_run.executed',
        subjectType: 'payout_run',
        subjectId: runId,
      });
      await this.live.append(tx, `payout_run:${runId}`, 'state', { state: 'executing' });
      await this.emitDue(tx, runId, payouts);
      await this.finish.ifDone(tx, runId);
    });
  }

  /** Nothing more is sent until it is resumed; what is under way ends. @throws AppError `invalid_transition` unless it executes */
  async pause(runId: string, actor: Actor, reason: string): Promise<void> {
    await this.change(runId, async (tx) => {
      await this.repository.updateRun(tx, runId, { paused: true, pauseReason: reason });
      await this.note(tx, runId, actor, 'payout_run.paused', reason, { state: 'paused', reason });
    });
  }

  /**
   * Sends what is left: all of it, or one currency's that was paused for want of balance.
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
      await this.note(tx, runId, actor, 'payout_run.resumed', currency ?? null, { state: 'executing' });
      await this.emitDue(tx, runId, await this.repository.payoutsOf(tx, runId), currency);
    });
  }

  private async change(runId: string, work: (tx: Tx, run: RunRow) => Promise<void>): Promise<void> {
    await this.transactor.run(async (tx) => {
      const run = await this.repository.lockRun(tx, runId);
      if (!run) throw new AppError(payoutErrors.payout_run_not_found);
      if (run.state !== 'executing') RUN_STATES.assert('settled', 'executing');
      await work(tx, run);
    });
  }

  private async note(
    tx: Tx,
    runId: string,
    actor: Actor,
    action: string,
    reason: string | null,
    told: object,
  ): Promise<void> {
    await this.audit.record(tx, { actor, action, subjectType: 'payout_run', subjectId: runId, reason });
    await this.live.append(tx, `payout_run:${runId}`, 'state', told);
  }

  private async emitDue(tx: Tx, runId: string, payouts: readonly PayoutRow[], currency?: string): Promise<void> {
    const open = payouts.filter(
      (payout) =>
        (payout.state === 'reserved' || payout.state === 'sending') &&
        (currency === undefined || payout.currency === currency),
    );
    await this.outbox.emitMany(
      tx,
      PayoutDue,
      open.map((payout) => ({ payout_id: payout.id, run_id: runId })),
    );
  }

  private async assertApprovers(tx: Tx, run: RunRow, mayApprove: (userId: string) => boolean): Promise<void> {
    const approvers = await this.repository.approvers(tx, run);
    const standing = approvers.filter((approver) => mayApprove(approver.userId));
    if (standing.length >= run.approvalsNeeded) return;
    const lost = approvers.filter((approver) => !mayApprove(approver.userId)).map((approver) => approver.userName);
    throw new AppError(payoutErrors.approver_without_role, {
      message: `${lost.join(' and ')} may not approve any more. Another person of finance has to approve this run.`,
    });
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
