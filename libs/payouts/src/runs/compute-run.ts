import { Injectable } from '@nestjs/common';
import { AppError, Ids } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import { Audit, failpoint, LiveFeed, Transactor, type Actor, type Tx } from '@portal/platform';
import { ApplyReserveRule } from '../holds/apply-reserve-rule.js';
import { hashOfRows } from './domain/input-hash.js';
import { approvalsNeeded } from './domain/payout-policy.js';
import { planPayout } from './domain/plan-payout.js';
import { RUN_STATES } from './domain/run-state.js';
import { storedPart } from './domain/unpaid.js';
import { payoutErrors } from '../errors.js';
import { PayoutRules } from './payout-rules.js';
import { PayoutsRepository, type ComputedPayout, type RunRow } from './payouts.repository.js';
import { RunDecisionsRepository } from './run-decisions.repository.js';
import { PayoutInputs } from './read/payout-inputs.js';
import { RunComparison } from './read/run-comparison.js';
import { ReleaseHolds } from '../holds/release-holds.js';

/** Computes a run from what the ledger owes at one cutoff, and freezes it under a hash. */
@Injectable()
export class ComputeRun {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly decisions: RunDecisionsRepository,
    private readonly ledger: Ledger,
    private readonly rules: PayoutRules,
    private readonly inputs: PayoutInputs,
    private readonly comparison: RunComparison,
    private readonly reserve: ApplyReserveRule,
    private readonly releases: ReleaseHolds,
    private readonly ids: Ids,
    private readonly audit: Audit,
    private readonly live: LiveFeed,
  ) {}

  /**
   * Only from `draft`; dying half-way leaves `computing`, from where it can be recomputed.
   * @throws AppError `payout_run_not_found`, `invalid_transition` when somebody else computes it or it went on
   */
  async execute(runId: string, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      const run = await this.repository.lockRun(tx, runId);
      if (!run) throw new AppError(payoutErrors.payout_run_not_found);
      RUN_STATES.assert(run.state, 'computing');
      await this.repository.updateRun(tx, runId, { state: 'computing' });
      await this.live.append(tx, `payout_run:${runId}`, 'state', { state: 'computing' });
    });
    failpoint('run.computing');
    await this.transactor.run(async (tx) => {
      await this.repository.lockComputation(tx);
      const run = await this.repository.lockRun(tx, runId);
      if (!run) throw new AppError(payoutErrors.payout_run_not_found);
      RUN_STATES.assert(run.state, 'computed');
      await this.repository.removeComputed(tx, runId);
      // What is due goes back to the balances before they are read, so that this run pays it.
      await this.releases.within(tx);
      await this.reserve.within(tx);
      const cutoffTx = await this.ledger.cutoff(tx);
      const payouts = await this.plan(tx, run, cutoffTx);
      const hash = hashOfRows(run.month, cutoffTx, payouts);
      const policy = await this.rules.at(tx, tx.now);
      const decided = policy.payout_decisions === 'required' ? await this.toDecide(tx, runId, payouts) : payouts;
      await this.repository.insertPayouts(tx, decided);
      await this.repository.updateRun(tx, runId, {
        state: 'computed',
        cutoffTx,
        inputHash: hash,
        computation: run.computation + 1,
        approvalsNeeded: approvalsNeeded(policy, payouts),
      });
      await this.audit.record(tx, {
        actor,
        action: 'payout_run.prepared',
        subjectType: 'payout_run',
        subjectId: runId,
        after: { month: run.month, input_hash: hash, payouts: payouts.length },
      });
      await this.live.append(tx, `payout_run:${runId}`, 'state', { state: 'computed' });
    });
  }

  /** With what is unusual about each, so that nobody approves before it is decided. */
  private async toDecide(tx: Tx, runId: string, payouts: ComputedPayout[]): Promise<ComputedPayout[]> {
    const unusual = await this.comparison.unusual(
      tx,
      runId,
      payouts.map((one) => ({ ...one, amountMinor: one.amount })),
    );
    return payouts.map((one) => ({ ...one, toDecide: unusual.get(`${one.orgId} ${one.currency}`) ?? [] }));
  }

  private async plan(tx: Tx, run: RunRow, cutoffTx: string): Promise<ComputedPayout[]> {
    const facts = await this.inputs.at(tx, run.month, cutoffTx);
    const leftOut = await this.decisions.leftOut(tx, run.id);
    return facts.map(({ orgId, currency, account, input }) => {
      const reason = leftOut.get(`${orgId} ${currency}`);
      const plan = planPayout(reason === undefined ? input : { ...input, leftOut: reason });
      const id = this.ids.next();
      return {
        id,
        runId: run.id,
        orgId,
        currency,
        balance: input.balanceMinor,
        amount: plan.amountMinor,
        carry: plan.carryMinor,
        held: plan.heldMinor,
        parts: plan.parts.map(storedPart),
        toDecide: [],
        state: 'computed' as const,
        reason: plan.reason,
        payoutAccountId: account?.id ?? null,
        providerAccountId: account?.providerAccountId ?? null,
        transferGroup: `po_${id}`,
      };
    });
  }
}
