import { planPayout, type PayoutInput } from './plan-payout.js';
import { holdReason, monthStart, type HoldKind, type UnpaidPart, type UnpaidReason } from './unpaid.js';

/** Money of an author that a run has set aside. */
export interface PayoutUnderWay {
  readonly amountMinor: bigint;
  /** The outcome is not known; looked up at the latest at `lookUpAt`. */
  readonly lookUpAt: Date | null;
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
export interface UnpaidInput {
  /** Ledger author_pending, minor units. */
  readonly pendingMinor: bigint;
  /** Ledger author_disputed. */
  readonly disputedMinor: bigint;
  /** Ledger author_reserve, by hold. */
  readonly held: readonly HeldAmount[];
  readonly underWay: readonly PayoutUnderWay[];
  /** Ledger author_payable and the rules by which the next run will look at it. */
  readonly next: PayoutInput;
}

/** Every unpaid cent of an author and currency with its reason and date; the parts add up to all that was put in. */
export function explainUnpaid(input: UnpaidInput): UnpaidPart[] {
  const part = (reason: UnpaidReason, amountMinor: bigint, expectedAt: Date | null): UnpaidPart[] =>
    amountMinor === 0n ? [] : [{ reason, amountMinor, expectedAt, holdId: null, note: null }];
  const { next } = input;
  const plan = planPayout(next);
  return [
    ...input.underWay.flatMap(({ amountMinor, lookUpAt }) =>
      part(lookUpAt === null ? 'in_payout' : 'outcome_unknown', amountMinor, lookUpAt),
    ),
    ...part('next_run', plan.amountMinor, monthStart(next.month, 1)),
    ...plan.parts,
    ...input.held.map(({ holdId, kind, amountMinor, releaseAt, reason }) => ({
      reason: holdReason(kind),
      amountMinor,
      expectedAt: releaseAt,
      holdId,
      note: reason,
    })),
    ...part('disputed', input.disputedMinor, null),
    ...part('awaiting_payment', input.pendingMinor, null),
  ];
}

/** A payout as its row says, for the statement and the run page. */
export interface PayoutOutcome {
  readonly amountMinor: bigint;
  readonly state: string;
  /** Why the amount went back to the balance after all; null otherwise. */
  readonly failureCode: UnpaidReason | null;
  /** When a transfer of unknown outcome is looked up; null when its outcome is known, or it was not sent. */
  readonly lookUpAt: Date | null;
  readonly parts: readonly UnpaidPart[];
}

/** What of a payout's balance is not paid (yet): paid + sum of these = balance, whatever became of it. */
export function explainPayout({ amountMinor, state, failureCode, lookUpAt, parts }: PayoutOutcome): UnpaidPart[] {
  if (amountMinor === 0n || state === 'settled') return [...parts];
  const under = failureCode === null && lookUpAt !== null;
  const reason = failureCode ?? (under ? 'outcome_unknown' : state === 'computed' ? 'next_run' : 'in_payout');
  return [{ reason, amountMinor, expectedAt: under ? lookUpAt : null, holdId: null, note: null }, ...parts];
}
