import {
  explainPayout,
  partOf,
  REASON_TEXT,
  runAfter,
  describeUnpaid,
  UNPAID_TEXT,
  type PayoutReason,
  type StoredPart,
  type UnpaidPart,
  type UnpaidReason,
} from '@portal/payouts';
import type { StatementUnpaid } from '@portal/statement-proof';
import type { StatementFacts } from './domain/compose-statement.js';

/** A payout row; amounts are decimal text of minor units. */
export interface PayoutSummary {
  amount: string;
  carry: string;
  held: string;
  state: string;
  /** Reason for the payout as a whole, set when it was computed. */
  reason: PayoutReason;
  /** The processor's message; null when it did not refuse. */
  failure: string | null;
  /** Why the amount was returned to the balance; null otherwise, and in rows of early releases. */
  failureCode: UnpaidReason | null;
  /** Empty in rows of early releases, even when an amount was withheld. */
  parts: StoredPart[];
  /** When a transfer of unknown outcome will be looked up. */
  lookUpAt: Date | null;
  /** Payouts in its currency are paused until a person resumes them. */
  paused: boolean;
  /** It failed and may be tried again: the statement waits for it. */
  undecided: boolean;
}

export type Outcome = Pick<
  StatementFacts,
  'paid_minor' | 'held_minor' | 'outcome' | 'reason' | 'reason_text' | 'unpaid'
>;

/** The information that a statement may use. */
interface Knowledge {
  /** The month of the run, YYYY-MM. */
  month: string;
  now: Date;
  /** Its transfer is posted. */
  settled: boolean;
  /** Closing balance of the statement. */
  closing: bigint;
  /** Later changes are not included. */
  final: boolean;
}

/**
 * The outcome of a payout on a statement: the amount paid, and each unpaid part with its reason and date, in the texts
 * of the run and of the author's page (`explainPayout`, `describeUnpaid`).
 */
export function outcomeOf(
  payout: PayoutSummary | undefined,
  { month, now, settled, closing, final }: Knowledge,
): Outcome {
  const left = (reason: UnpaidReason, amountMinor: bigint): UnpaidPart[] =>
    amountMinor === 0n
      ? []
      : [{ reason, amountMinor, expectedAt: runAfter(month), dateKind: 'looked_at', holdId: null, note: null }];
  if (payout === undefined) {
    const unpaid = left('next_run', closing).map(describe);
    const why = closing === 0n ? words('nothing_owed') : { reason: 'next_run', reason_text: UNPAID_TEXT.next_run };
    return { paid_minor: '0', held_minor: '0', outcome: closing === 0n ? 'nothing' : 'carried', ...why, unpaid };
  }
  const parts =
    payout.parts.length > 0
      ? payout.parts.map(partOf)
      : [
          ...left('held_manual', BigInt(payout.held)),
          ...left(isUnpaidReason(payout.reason) ? payout.reason : 'next_run', BigInt(payout.carry)),
        ];
  // A sealed statement counts an unsettled payout as returned to the balance, whatever was tried later.
  const state = settled ? 'settled' : final ? 'carried' : payout.state;
  const back = final || (payout.failure !== null && state === 'carried');
  const unpaid = explainPayout({
    month,
    now,
    parts,
    amountMinor: BigInt(payout.amount),
    // It was settled after the point that this statement covers.
    state: !settled && state === 'settled' ? 'sending' : state,
    failureCode: payout.failureCode ?? (back ? 'refused_by_processor' : null),
    lookUpAt: payout.lookUpAt,
    paused: payout.paused,
  });
  const common = { held_minor: payout.held, unpaid: unpaid.map(describe) };
  if (settled || payout.amount === '0') {
    const paid = settled ? payout.amount : '0';
    const outcome = paid !== '0' ? 'paid' : closing === 0n ? 'nothing' : 'carried';
    return { ...common, ...words(payout.reason), paid_minor: paid, outcome };
  }
  const [{ reason }] = unpaid as [UnpaidPart];
  return {
    ...common,
    paid_minor: '0',
    outcome: back && !payout.undecided ? 'carried' : 'open',
    reason,
    reason_text: UNPAID_TEXT[reason],
  };
}

function describe(part: UnpaidPart): StatementUnpaid {
  const { hold_id: _, ...rest } = describeUnpaid(part);
  return rest;
}

function words(reason: PayoutReason): { reason: string; reason_text: string } {
  return { reason, reason_text: REASON_TEXT[reason] };
}

function isUnpaidReason(reason: string): reason is UnpaidReason {
  return Object.hasOwn(UNPAID_TEXT, reason);
}
