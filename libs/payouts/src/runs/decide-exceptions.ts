import { Injectable } from '@nestjs/common';
import { AppError, commonErrors, required } from '@portal/kernel';
import { requirePerson, type Actor } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { ComputeRun } from './compute-run.js';
import { DecidedHolds } from '../holds/decided-holds.js';
import type { RunDecision, UnusualKind } from './domain/run-exceptions.js';
import { payoutErrors } from '../errors.js';
import { PayoutsRepository, type RunRow } from './payouts.repository.js';
import { RunExceptions, type ReviewedPayout } from './read/run-exceptions.js';
import { RunDecisions } from './run-decisions.js';

const MOST = 500;

interface DecisionInput {
  /** Hash of the payouts that the preparer was shown. */
  readonly inputHash: string;
  readonly decision: RunDecision;
  readonly reason: string;
  readonly of: readonly { readonly orgId: string; readonly currency: string }[] | UnusualKind;
}

/**
 * The preparer's decisions about unusual payouts, before anyone approves. Leaving out or holding payouts changes the
 * lines: the run is recomputed with a new hash and the same preparer.
 */
@Injectable()
export class DecideExceptions {
  constructor(
    private readonly transactor: Transactor,
    private readonly payouts: PayoutsRepository,
    private readonly exceptions: RunExceptions,
    private readonly holds: DecidedHolds,
    private readonly decisions: RunDecisions,
    private readonly compute: ComputeRun,
  ) {}

  /**
   * @throws AppError `payout_run_not_found`, `run_decision_by_preparer`, `payout_set_changed`, `invalid_transition`
   *   once it is approved, `run_decision_unknown` for a payout that is not in the run, `run_decision_not_payable` when
   *   including what the rules do not pay, `payout_run_blocked`, `forbidden` when the caller is not a user
   */
  async execute(runId: string, input: DecisionInput, actor: Actor): Promise<{ decided: number; recomputed: boolean }> {
    const userId = requirePerson(actor, 'A person has to decide about a payout run.');
    const all = await this.exceptions.byKey(runId);
    const chosen = withWhatSharesAHold(chosenOf(all, input), [...all.values()], input.decision);
    const recomputed = chosen.some((one) => changes(one, input.decision));
    const decided = { decision: input.decision, reason: input.reason, chosen, all: [...all.values()] };
    try {
      await this.transactor.run(async (tx) => {
        const by = { ...actor, userId };
        const run = await this.lockRun(tx, runId, input.inputHash, by);
        const holds = await this.holds.apply(tx, decided, by);
        await this.decisions.record(tx, run, input, chosen, holds, by);
        if (recomputed) await this.compute.reopen(tx, run, by);
      });
    } catch (error) {
      throw refusalOf(error, {
        run_decisions_preparer: payoutErrors.run_decision_by_preparer,
        run_decisions_state: payoutErrors.payout_set_changed,
      });
    }
    if (recomputed) await this.compute.execute(runId, actor);
    return { decided: chosen.length, recomputed };
  }

  /** The run, if its hash is the one that the preparer was shown. */
  private async lockRun(tx: Tx, runId: string, inputHash: string, actor: Actor & { userId: string }): Promise<RunRow> {
    const run = await this.payouts.lockRun(tx, runId);
    if (run.state !== 'computed') throw new AppError(commonErrors.invalid_transition);
    if (run.preparedBy !== actor.userId) throw new AppError(payoutErrors.run_decision_by_preparer);
    if (run.inputHash !== inputHash) throw new AppError(payoutErrors.payout_set_changed);
    return run;
  }
}

const isReversible = (one: ReviewedPayout): boolean => one.leftOut || one.holdId !== null;

/** Whether the decision changes the computed lines. */
function changes(one: ReviewedPayout, decision: RunDecision): boolean {
  return decision !== 'include' || isReversible(one);
}

/**
 * When a hold is removed, the author's other currencies are no longer withheld either, so they get the same decision.
 */
function withWhatSharesAHold(chosen: readonly ReviewedPayout[], all: readonly ReviewedPayout[], decision: RunDecision) {
  if (decision === 'hold') return [...chosen];
  const ends = new Set(chosen.flatMap(({ holdId }) => (holdId === null ? [] : [holdId])));
  const others = all.filter((one) => one.holdId !== null && ends.has(one.holdId) && !chosen.includes(one));
  return [...chosen, ...others];
}

function chosenOf(all: ReadonlyMap<string, ReviewedPayout>, { decision, of }: DecisionInput): ReviewedPayout[] {
  if (typeof of === 'string')
    return [...all.values()]
      .filter(({ exception }) => exception?.open === true && exception.kinds.includes(of))
      .slice(0, MOST);
  const wanted = [...new Set(of.map(({ orgId, currency }) => `${orgId} ${currency}`))];
  return wanted.map((key) => {
    const one = required(all.get(key), payoutErrors.run_decision_unknown);
    if (decision === 'include' && one.amountMinor === 0n && !isReversible(one))
      throw new AppError(payoutErrors.run_decision_not_payable);
    return one;
  });
}
