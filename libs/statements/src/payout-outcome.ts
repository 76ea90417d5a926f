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

/** A payout as its row says; amounts are decimal text of minor units. */
export interface PayoutSummary {
  amount: string;
  carry: string;
  held: string;
  state: string;
  /** The word for it as a whole, when it was planned. */
  reason: PayoutReason;
  /** What the processor said; null when it did not refuse. */
  failure: string | null;
  /** Why the amount went back to the balance after all; null otherwise, and in rows of early releases. */
  failureCode: UnpaidReason | null;
  /** Empty in rows of early releases, whatever was kept. */
  parts: StoredPart[];
  /** When a transfer of unknown outcome is looked up. */
  lookUpAt: Date | null;
  /** Nothing of its currency is sent before a person goes on. */
  paused: boolean;
}

export type Outcome = Pick<
  StatementFacts,
  'paid_minor' | 'held_minor' | 'outcome' | 'reason' | 'reason_text' | 'unpaid'
>;

/** What the statement may know. */
interface Knowledge {
  /** The month of the run, YYYY-MM. */
  month: string;
  now: Date;
  /** Its transfer is booked. */
  settled: boolean;
  /** What the balance ends at. */
  closing: bigint;
  /** Later changes are not included. */
  final: boolean;
}

/**
 * What a statement says of a payout: what was paid, and of every cent that was not why and until when, in the words of
 * the run and of the author's page (`explainPayout`, `describeUnpaid`).
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
      ? payout.parts.map((part) => partOf(part, month))
      : [
          ...left('held_manual', BigInt(payout.held)),
          ...left(isUnpaidReason(payout.reason) ? payout.reason : 'next_run', BigInt(payout.carry)),
        ];
  // Whatever was tried after the seal, a sealed statement says that it went back.
  const state = settled ? 'settled' : final ? 'carried' : payout.state;
  const back = final || (payout.failure !== null && state === 'carried');
  const unpaid = explainPayout({
    month,
    now,
    parts,
    amountMinor: BigInt(payout.amount),
    // Settled later than this statement may know.
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
    outcome: back ? 'carried' : 'open',
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
