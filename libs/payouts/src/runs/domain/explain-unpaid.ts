import { planPayout, type PayoutInput } from './plan-payout.js';
import {
  dayOf,
  holdReason,
  later,
  lookAgainAt as nextLook,
  monthStart,
  type DateKind,
  type HoldKind,
  type UnpaidPart,
  type UnpaidReason,
} from './unpaid.js';

/** An author's money that a run has reserved. */
export interface PayoutUnderWay {
  readonly amountMinor: bigint;
  /** The outcome is unknown; it is looked up at `lookUpAt` at the latest. */
  readonly lookUpAt: Date | null;
  /** The run or its currency is paused: nothing is sent until a person resumes it. */
  readonly paused: boolean;
}

/** An author's money withheld by a hold. */
export interface HeldAmount {
  readonly holdId: string;
  readonly kind: HoldKind;
  readonly amountMinor: bigint;
  readonly releaseAt: Date | null;
  readonly reason: string;
}

/** All money of one author and currency that is not on its way to the bank. */
export interface UnpaidInput {
  /** Ledger author_pending, minor units. */
  readonly pendingMinor: bigint;
  /** When the first of the tenants is charged again; null when no date is planned. */
  readonly chargedAgainAt: Date | null;
  /** Ledger author_disputed. */
  readonly disputedMinor: bigint;
  /** Earliest deadline for evidence; null when all disputes are with the bank. */
  readonly answerBy: Date | null;
  /** Ledger author_reserve, by hold. */
  readonly held: readonly HeldAmount[];
  readonly underWay: readonly PayoutUnderWay[];
  /** Ledger author_payable, and the rules that the next run applies to it. */
  readonly next: PayoutInput;
  /** Earliest date of that run's preparation. */
  readonly nextRunAt: Date;
  readonly now: Date;
}

interface Dated {
  readonly at: Date;
  readonly kind: DateKind;
}

/**
 * Every unpaid amount of an author and currency with its reason and date; the parts add up to the input. Where no date
 * can be given, it is that of the next run, which checks everything that is left.
 */
export function explainUnpaid(input: UnpaidInput): UnpaidPart[] {
  const { next, nextRunAt, now } = input;
  const part = (reason: UnpaidReason, amountMinor: bigint, { at, kind }: Dated): UnpaidPart[] =>
    amountMinor === 0n ? [] : [{ reason, amountMinor, expectedAt: at, dateKind: kind, holdId: null, note: null }];
  const reviewed: Dated = { at: nextRunAt, kind: 'looked_at' };
  const plan = planPayout({ ...next, lookAgainAt: nextRunAt });
  return [
    ...input.underWay.flatMap(({ amountMinor, lookUpAt, paused }) =>
      part(
        lookUpAt === null ? 'in_payout' : 'outcome_unknown',
        amountMinor,
        onItsWay({ lookUpAt, paused, now, lookAgainAt: nextRunAt }),
      ),
    ),
    ...part('next_run', plan.amountMinor, { at: nextRunAt, kind: 'expected' }),
    ...plan.parts,
    ...input.held.map(({ holdId, kind, amountMinor, releaseAt, reason }): UnpaidPart => ({
      reason: holdReason(kind),
      amountMinor,
      expectedAt: releaseAt ?? nextRunAt,
      dateKind: releaseAt === null ? 'looked_at' : 'expected',
      holdId,
      note: reason,
    })),
    ...part(
      'disputed',
      input.disputedMinor,
      input.answerBy === null ? reviewed : { at: input.answerBy, kind: 'act_by' },
    ),
    ...part(
      'awaiting_payment',
      input.pendingMinor,
      input.chargedAgainAt === null ? reviewed : { at: input.chargedAgainAt, kind: 'tried_again' },
    ),
  ];
}

/** A payout row, for the statement and the run page. */
interface PayoutOutcome {
  /** The month of its run, YYYY-MM. */
  readonly month: string;
  readonly amountMinor: bigint;
  readonly state: string;
  /** Why the amount was returned to the balance; only used while it is there. */
  readonly failureCode: UnpaidReason | null;
  /** When a transfer of unknown outcome is looked up; null when the outcome is known or nothing was sent. */
  readonly lookUpAt: Date | null;
  /** Its currency is paused until a person resumes it. */
  readonly paused: boolean;
  readonly now: Date;
  readonly parts: readonly UnpaidPart[];
}

/** The unpaid parts of a payout in any state: paid + sum of the parts = balance. */
export function explainPayout(payout: PayoutOutcome): UnpaidPart[] {
  const { month, amountMinor, state, failureCode, lookUpAt, paused, now, parts } = payout;
  if (amountMinor === 0n || state === 'settled') return [...parts];
  const whole = (reason: UnpaidReason, { at, kind }: Dated): UnpaidPart[] => [
    { reason, amountMinor, expectedAt: at, dateKind: kind, holdId: null, note: null },
    ...parts,
  ];
  const lookAgainAt = nextLook(month, now);
  // While the amount is reserved for another attempt it is not in the balance, whatever the last attempt returned.
  if (failureCode !== null && state !== 'reserved' && state !== 'sending')
    return whole(failureCode, { at: lookAgainAt, kind: 'looked_at' });
  // Not approved yet: this run will pay it. Cancelled: nothing was sent, and the run prepared instead will pay it.
  if (state === 'computed' || state === 'cancelled')
    return whole('next_run', { at: later(monthStart(month, 1), dayOf(now)), kind: 'expected' });
  return whole(lookUpAt === null ? 'in_payout' : 'outcome_unknown', onItsWay({ lookUpAt, paused, now, lookAgainAt }));
}

/** Reserved money is sent today unless the run is paused; the next run does not include it. */
function onItsWay(of: { lookUpAt: Date | null; paused: boolean; now: Date; lookAgainAt: Date }): Dated {
  if (of.lookUpAt !== null) return { at: of.lookUpAt, kind: 'looked_at' };
  return of.paused ? { at: of.lookAgainAt, kind: 'looked_at' } : { at: dayOf(of.now), kind: 'expected' };
}
