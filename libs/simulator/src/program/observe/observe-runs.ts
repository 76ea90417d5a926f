import {
  explainPayout,
  partOf,
  describeUnpaid,
  type StoredPart,
  type UnpaidPart,
  type UnpaidReason,
} from '@portal/payouts';
import type { PayoutResult, RunResult, UnpaidResult } from '../result.js';
import { iso, sorted, type Names, type Range, type Read } from './reading.js';

interface RunRow {
  id: string;
  month: string;
  state: string;
  cutoff_tx: string;
  prepared_at: Date;
  approved_at: Date | null;
  executed_at: Date | null;
  settled_at: Date | null;
}

interface PayoutRow {
  run_id: string;
  org_id: string;
  currency: string;
  balance: string;
  amount: string;
  carry: string;
  held: string;
  parts: StoredPart[];
  state: string;
  reason: string;
  failure: string | null;
  failure_code: UnpaidReason | null;
  settled_at: Date | null;
  look_up_at: Date | null;
  month: string;
  paused: boolean;
  now: Date;
}

interface MovementRow {
  tx_id: string;
  kind: string;
  owner_id: string;
  currency: string;
  amount: string;
}

const PAYOUT_KINDS = ['payout_reserve', 'payout_released'];

export async function runs(read: Read, names: Names, { first, last }: Range): Promise<RunResult[]> {
  const found = await read<RunRow>(
    `select id, month, state, cutoff_tx, prepared_at, approved_at, executed_at, settled_at from payouts.payout_runs
     where month between $1 and $2 and cutoff_tx is not null order by cutoff_tx, prepared_at, id`,
    [first, last],
  );
  const payouts = await read<PayoutRow>(
    `select p.*, (select a.first_sent_at + interval '23 hours' from payouts.payout_attempts a where a.payout_id = p.id and a.state = 'unknown') as look_up_at,
       r.month, r.paused or r.paused_currencies ? p.currency as paused, platform.portal_now() as now
     from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id`,
  );
  const moves = await read<MovementRow>(
    `select e.tx_id, t.kind, a.owner_id, a.currency, (-e.amount)::text as amount from ledger.ledger_entry e
     join ledger.ledger_account a on a.id = e.account_id join ledger.ledger_tx t on t.id = e.tx_id where a.code = 'author_payable'`,
  );
  let before = 0n;
  return found.map((run) => {
    const cutoff = BigInt(run.cutoff_tx);
    const inside = moves.filter((move) => BigInt(move.tx_id) > before && BigInt(move.tx_id) <= cutoff);
    if (run.state !== 'cancelled') before = cutoff;
    const rows = payouts
      .filter((payout) => payout.run_id === run.id)
      .map((payout) => payoutResult(payout, inside, names));
    return {
      month: run.month,
      state: run.state,
      prepared_at: run.prepared_at.toISOString(),
      approved_at: iso(run.approved_at),
      executed_at: iso(run.executed_at),
      settled_at: iso(run.settled_at),
      payouts: sorted(
        rows,
        (row) => row.author,
        (row) => row.currency,
      ),
    };
  });
}

function payoutResult(row: PayoutRow, inside: readonly MovementRow[], names: Names): PayoutResult {
  const mine = inside.filter((move) => move.owner_id === row.org_id && move.currency === row.currency);
  const sum = (of: (kind: string) => boolean): bigint =>
    mine.filter((move) => of(move.kind)).reduce((all, move) => all + BigInt(move.amount), 0n);
  const earned = sum((kind) => kind === 'invoice_paid');
  const takenBack = sum((kind) => kind.startsWith('refund') || kind.startsWith('dispute'));
  const fees = sum((kind) => kind.startsWith('listing_fee'));
  const kept = sum((kind) => kind === 'payout_hold');
  const released = sum((kind) => kind === 'payout_hold_released');
  const payouts = sum((kind) => PAYOUT_KINDS.includes(kind));
  const all = mine.reduce((total, move) => total + BigInt(move.amount), 0n);
  const balance = BigInt(row.balance);
  const paid = row.state === 'settled' ? BigInt(row.amount) : 0n;
  const held = BigInt(row.held);
  const unpaid = explainPayout({
    amountMinor: BigInt(row.amount),
    state: row.state,
    failureCode: row.failure_code,
    lookUpAt: row.look_up_at,
    month: row.month,
    paused: row.paused,
    now: row.now,
    parts: row.parts.map((part) => partOf(part, row.month)),
  });
  return {
    author: names.owner(row.org_id),
    currency: row.currency,
    // What the previous run paid and withheld has left the balance, so this is what it carried forward.
    opening: (balance - all + payouts + kept).toString(),
    earned: earned.toString(),
    taken_back: takenBack.toString(),
    listing_fees: fees.toString(),
    released: released.toString(),
    other: (all - payouts - kept - earned - takenBack - fees - released).toString(),
    balance: balance.toString(),
    amount: row.amount,
    paid: paid.toString(),
    held: held.toString(),
    carried: (balance - paid - held).toString(),
    state: row.state,
    reason: row.reason,
    refused: row.failure,
    settled_at: iso(row.settled_at),
    unpaid: unpaid.map((part) => unpaidResult(part, names)),
  };
}

export function unpaidResult(part: UnpaidPart, names: Pick<Names, 'source'>): UnpaidResult {
  const { reason, reason_text, amount_minor, expected_at, date_kind, waits_for, who_acts, hold_id } =
    describeUnpaid(part);
  const hold = hold_id === null ? null : names.source(hold_id);
  return { reason, reason_text, amount: amount_minor, expected_at, date_kind, waits_for, who_acts, hold };
}
