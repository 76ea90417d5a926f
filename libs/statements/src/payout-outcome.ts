import { explainPayout, REASON_TEXT, UNPAID_TEXT, type PayoutReason, type UnpaidReason } from '@portal/payouts';
import type { StatementUnpaid } from '@portal/statement-proof';
import type { StatementFacts } from './domain/compose-statement.js';

/** A payout as its row says; amounts are decimal text of minor units. */
export interface PayoutToTell {
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
  /** Null in rows of early releases. */
  parts: StatementUnpaid[] | null;
}

export type Outcome = Pick<
  StatementFacts,
  'paid_minor' | 'held_minor' | 'outcome' | 'reason' | 'reason_text' | 'unpaid'
>;

/**
 * What a statement says of a payout: what was paid, and of every cent that was not why, in the words of the run and of
 * the author's page (`explainPayout`). `settled`: its transfer is booked; `closing`: what the balance ends at; `final`:
 * nothing that comes later is told any more.
 */
export function outcomeOf(
  payout: PayoutToTell | undefined,
  { settled, closing, final }: { settled: boolean; closing: bigint; final: boolean },
): Outcome {
  if (payout === undefined) {
    const unpaid = closing === 0n ? [] : [part('nothing_owed', closing.toString())];
    const outcome = closing === 0n ? 'nothing' : 'carried';
    return { paid_minor: '0', held_minor: '0', outcome, ...words('nothing_owed'), unpaid };
  }
  const rest = BigInt(payout.carry) + BigInt(payout.held);
  const planned = payout.parts?.map(({ reason, amount_minor, expected_at, note }) => ({
    reason,
    amount_minor: String(amount_minor),
    expected_at: expected_at === null ? null : new Date(expected_at).toISOString(),
    note,
  }));
  const parts = planned ?? (rest === 0n ? [] : [part(payout.reason, rest.toString())]);
  const common = { held_minor: payout.held, unpaid: parts };
  if (settled || payout.amount === '0') {
    const paid = settled ? payout.amount : '0';
    const outcome = paid !== '0' ? 'paid' : closing === 0n ? 'nothing' : 'carried';
    return { ...common, ...words(payout.reason), paid_minor: paid, outcome };
  }
  const back = final || payout.failure !== null;
  const [why] = explainPayout({
    amountMinor: BigInt(payout.amount),
    // Settled later than this statement may know.
    state: payout.state === 'settled' ? 'sending' : payout.state,
    failureCode: payout.failureCode ?? (back ? 'refused_by_processor' : null),
    lookUpAt: null,
    parts: [],
  });
  return {
    held_minor: payout.held,
    paid_minor: '0',
    outcome: back ? 'carried' : 'open',
    reason: why!.reason,
    reason_text: UNPAID_TEXT[why!.reason],
    unpaid: [...parts, part(why!.reason, payout.amount)],
  };
}

function words(reason: PayoutReason): { reason: string; reason_text: string } {
  return { reason, reason_text: REASON_TEXT[reason] };
}

function part(reason: string, amountMinor: string): StatementUnpaid {
  return { reason, amount_minor: amountMinor, expected_at: null, note: null };
}
