import { planPayout, type PayoutInput } from './plan-payout.js';
import {
  dayOf,
  holdReason,
  monthStart,
  runAfter,
  type DateKind,
  type HoldKind,
  type UnpaidPart,
  type UnpaidReason,
} from './unpaid.js';

/** Money of an author that a run has set aside. */
export interface PayoutUnderWay {
  readonly amountMinor: bigint;
  /** The outcome is not known; looked up at the latest at `lookUpAt`. */
  readonly lookUpAt: Date | null;
  /** The run, or its currency, is paused: nothing is sent before a person goes on. */
  readonly paused: boolean;
}

/** Money of an author that a hold has taken. */
export interface HeldAmount {
  readonly holdId: string;
  readonly kind: HoldKind;
  readonly amountMinor: bigint;
  readonly releaseAt: Date | null;
  readonly reason: string;
}

/** Everything of one author and currency that is not on its way to the bank. */
interface UnpaidInput {
  /** Ledger author_pending, minor units. */
  readonly pendingMinor: bigint;
  /** When the first of the tenants is charged again; null when no date is planned. */
  readonly chargedAgainAt: Date | null;
  /** Ledger author_disputed. */
  readonly disputedMinor: bigint;
  /** Until when the first of the disputes is to be answered; null when all are with the bank. */
  readonly answerBy: Date | null;
  /** Ledger author_reserve, by hold. */
  readonly held: readonly HeldAmount[];
  readonly underWay: readonly PayoutUnderWay[];
  /** Ledger author_payable and the rules by which the next run will look at it. */
  readonly next: PayoutInput;
  /** When that run is prepared at the earliest. */
  readonly nextRunAt: Date;
  readonly now: Date;
}

interface Dated {
  readonly at: Date;
  readonly kind: DateKind;
}

/**
 * Every unpaid cent of an author and currency with its reason and date; the parts add up to all that was put in. Where
 * nobody can promise a day, it is the next run's: it looks at everything that is left.
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

/** A payout as its row says, for the statement and the run page. */
interface PayoutOutcome {
  /** The month of its run, YYYY-MM. */
  readonly month: string;
  readonly amountMinor: bigint;
  readonly state: string;
  /** Why the amount went back to the balance after all; counts only while it is there. */
  readonly failureCode: UnpaidReason | null;
  /** When a transfer of unknown outcome is looked up; null when its outcome is known, or it was not sent. */
  readonly lookUpAt: Date | null;
  /** Nothing of its currency is sent before a person goes on. */
  readonly paused: boolean;
  readonly now: Date;
  readonly parts: readonly UnpaidPart[];
}

/** What of a payout's balance is not paid (yet): paid + sum of these = balance, whatever became of it. */
export function explainPayout(payout: PayoutOutcome): UnpaidPart[] {
  const { month, amountMinor, state, failureCode, lookUpAt, paused, now, parts } = payout;
  if (amountMinor === 0n || state === 'settled') return [...parts];
  const whole = (reason: UnpaidReason, { at, kind }: Dated): UnpaidPart[] => [
    { reason, amountMinor, expectedAt: at, dateKind: kind, holdId: null, note: null },
    ...parts,
  ];
  const lookAgainAt = later(runAfter(month), dayOf(now));
  // Set aside again for another try, it is not in the balance, whatever the try before it said.
  if (failureCode !== null && state !== 'reserved' && state !== 'sending')
    return whole(failureCode, { at: lookAgainAt, kind: 'looked_at' });
  // Not approved yet: this run pays it. Of a cancelled one nothing was sent: the run that is prepared instead pays it.
  if (state === 'computed' || state === 'cancelled')
    return whole('next_run', { at: later(monthStart(month, 1), dayOf(now)), kind: 'expected' });
  return whole(lookUpAt === null ? 'in_payout' : 'outcome_unknown', onItsWay({ lookUpAt, paused, now, lookAgainAt }));
}

/** Money that is set aside is sent today, unless a person has to go on first: the next run cannot leave it out. */
function onItsWay(of: { lookUpAt: Date | null; paused: boolean; now: Date; lookAgainAt: Date }): Dated {
  if (of.lookUpAt !== null) return { at: of.lookUpAt, kind: 'looked_at' };
  return of.paused ? { at: of.lookAgainAt, kind: 'looked_at' } : { at: dayOf(of.now), kind: 'expected' };
}

const later = (a: Date, b: Date): Date => (a > b ? a : b);
