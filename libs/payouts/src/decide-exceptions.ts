import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import { AppError, commonErrors, Ids } from '@portal/kernel';
import { Audit, Transactor, violatedConstraint, type Actor, type Tx } from '@portal/platform';
import { ComputeRun } from './compute-run.js';
import type { RunDecision, UnusualKind } from './domain/run-exceptions.js';
import { EndHold } from './end-hold.js';
import { payoutErrors } from './errors.js';
import { PayoutMails } from './payout-mails.js';
import type { RunRow } from './persistence/payouts.repository.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';
import { RunDecisionsRepository, type NewRunDecision } from './persistence/run-decisions.repository.js';
import { PlaceHold } from './place-hold.js';
import { RunExceptions, type LookedAt } from './read/run-exceptions.js';
import { RecomputeRun } from './recompute-run.js';

const MOST = 500;

export interface DecisionInput {
  /** Of the set that was looked at. */
  readonly inputHash: string;
  readonly decision: RunDecision;
  readonly reason: string;
  readonly of: readonly { readonly orgId: string; readonly currency: string }[] | UnusualKind;
}

/**
 * What the preparer decides about unusual payouts before anybody approves. What is left out or held changes the lines:
 * the run is computed anew, under another hash, by the same person.
 */
@Injectable()
export class DecideExceptions {
  constructor(
    private readonly transactor: Transactor,
    private readonly payouts: PayoutsRepository,
    private readonly decisions: RunDecisionsRepository,
    private readonly exceptions: RunExceptions,
    private readonly placeHold: PlaceHold,
    private readonly endHold: EndHold,
    private readonly recompute: RecomputeRun,
    private readonly compute: ComputeRun,
    private readonly mails: PayoutMails,
    private readonly ids: Ids,
    private readonly audit: Audit,
  ) {}

  /**
   * @throws AppError `payout_run_not_found`, `run_decision_by_preparer`, `payout_set_changed`, `invalid_transition` once it
   * is approved, `run_decision_unknown` for what is not in the run, `run_decision_not_payable` for an inclusion of what the
   * rules do not pay, `payout_run_blocked`, `forbidden` for a caller who is no person
   */
  async execute(runId: string, input: DecisionInput, actor: Actor): Promise<{ decided: number; anew: boolean }> {
    const { userId } = actor;
    if (userId === null || actor.kind !== 'user')
      throw new AppError(commonErrors.forbidden, { message: 'A person has to decide about a payout run.' });
    const chosen = chosenOf(await this.exceptions.byKey(runId), input);
    const contacts = new Map<string, Contact[]>();
    if (input.decision === 'hold')
      for (const { orgId } of chosen) if (!contacts.has(orgId)) contacts.set(orgId, await this.mails.contacts(orgId));
    const anew = chosen.some((one) => changes(one, input.decision));
    try {
      await this.transactor.run((tx) => this.record(tx, runId, input, chosen, contacts, anew, { ...actor, userId }));
    } catch (error) {
      if (violatedConstraint(error) === 'run_decisions_preparer')
        throw new AppError(payoutErrors.run_decision_by_preparer);
      if (violatedConstraint(error) === 'run_decisions_state') throw new AppError(payoutErrors.payout_set_changed);
      throw error;
    }
    if (anew) await this.compute.execute(runId, actor);
    return { decided: chosen.length, anew };
  }

  private async record(
    tx: Tx,
    runId: string,
    input: DecisionInput,
    chosen: readonly LookedAt[],
    contacts: ReadonlyMap<string, Contact[]>,
    anew: boolean,
    actor: Actor & { userId: string },
  ): Promise<void> {
    const run = await this.payouts.lockRun(tx, runId);
    if (!run) throw new AppError(payoutErrors.payout_run_not_found);
    if (run.state !== 'computed') throw new AppError(commonErrors.invalid_transition);
    if (run.preparedBy !== actor.userId) throw new AppError(payoutErrors.run_decision_by_preparer);
    if (run.inputHash !== input.inputHash) throw new AppError(payoutErrors.payout_set_changed);
    const holds = new Map<string, string>();
    const ended = new Set<string>();
    const rows: NewRunDecision[] = [];
    for (const one of chosen) {
      if (input.decision === 'hold' && !holds.has(one.orgId))
        holds.set(one.orgId, await this.hold(tx, one.orgId, input, contacts.get(one.orgId) ?? [], actor));
      // Another decision takes back the hold that an earlier one of this run placed.
      if (input.decision !== 'hold' && one.holdId !== null && !ended.has(one.holdId)) {
        ended.add(one.holdId);
        await this.endHold.ifInForce(tx, one.holdId, input.reason, actor);
      }
      rows.push(this.row(run, one, input, holds.get(one.orgId) ?? null, actor));
    }
    await this.decisions.insert(tx, rows);
    for (const row of rows)
      await this.audit.record(tx, {
        actor,
        action: 'payout_run.exception_decided',
        subjectType: 'payout_run',
        subjectId: runId,
        after: {
          org_id: row.orgId,
          currency: row.currency,
          decision: row.decision,
          amount_minor: row.amountMinor.toString(),
          hold_id: row.holdId,
        },
        reason: input.reason,
      });
    if (anew) await this.recompute.reopen(tx, run, actor);
  }

  private async hold(
    tx: Tx,
    orgId: string,
    input: DecisionInput,
    contacts: readonly Contact[],
    actor: Actor,
  ): Promise<string> {
    const terms = { orgId, kind: 'review', basisPoints: 10_000, windowMonths: null, endsAt: null } as const;
    return this.placeHold.within(tx, { ...terms, reason: input.reason }, contacts, actor);
  }

  private row(
    run: RunRow,
    one: LookedAt,
    input: DecisionInput,
    holdId: string | null,
    actor: Actor & { userId: string },
  ): NewRunDecision {
    return {
      id: this.ids.next(),
      runId: run.id,
      computation: run.computation,
      orgId: one.orgId,
      currency: one.currency,
      decision: input.decision,
      kinds: one.exception?.kinds ?? [],
      balanceMinor: one.balanceMinor,
      amountMinor: one.amountMinor,
      reason: input.reason,
      holdId,
      decidedBy: actor.userId,
      decidedByName: actor.name,
    };
  }
}

const isReversible = (one: LookedAt): boolean => one.leftOut || one.holdId !== null;

/** Whether the decision makes other lines of what is computed. */
function changes(one: LookedAt, decision: RunDecision): boolean {
  return decision !== 'include' || isReversible(one);
}

function chosenOf(all: ReadonlyMap<string, LookedAt>, { decision, of }: DecisionInput): LookedAt[] {
  if (typeof of === 'string')
    return [...all.values()]
      .filter(({ exception }) => exception?.open === true && exception.kinds.includes(of))
      .slice(0, MOST);
  const wanted = [...new Set(of.map(({ orgId, currency }) => `${orgId} ${currency}`))];
  return wanted.map((key) => {
    const one = all.get(key);
    if (!one) throw new AppError(payoutErrors.run_decision_unknown);
    if (decision === 'include' && one.amountMinor === 0n && !isReversible(one))
      throw new AppError(payoutErrors.run_decision_not_payable);
    return one;
  });
}
