import { describeUnpaid, explainPayout, partOf, type StoredPart, type UnpaidReason } from '@portal/payouts';
import { sorted, type Read, type ResultNames } from './reading.js';
import type { Row } from './result.js';

interface PayoutRow {
  run_id: string;
  org_id: string;
  currency: string;
  balance: string;
  amount: string;
  held: string;
  parts: StoredPart[];
  state: string;
  reason: string;
  failure: string | null;
  failure_code: UnpaidReason | null;
  settled_at: string | null;
  look_up_at: string | null;
  month: string;
  paused: boolean;
  now: string;
}

/** What changed the amount owed to an author. */
interface Movement {
  tx_id: string;
  kind: string;
  owner_id: string;
  currency: string;
  amount: string;
}

export async function runs(read: Read, names: ResultNames, range: readonly [string, string]) {
  const found = await read<Row<'month' | 'state'> & { id: string; cutoff_tx: string }>(
    `select id, cutoff_tx, month, state, prepared_at, approved_at, executed_at, settled_at from payouts.payout_runs
     where month between $1 and $2 and cutoff_tx is not null order by cutoff_tx, prepared_at, id`,
    [...range],
  );
  const payouts = await read<PayoutRow>(
    `select p.*, r.month, r.paused or r.paused_currencies ? p.currency as paused, platform.portal_now() as now,
       (select a.first_sent_at + interval '23 hours' from payouts.payout_attempts a
        where a.payout_id = p.id and a.state = 'unknown') as look_up_at
     from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id`,
  );
  const moves = await read<Movement>(
    `select e.tx_id, t.kind, a.owner_id, a.currency, (-e.amount)::text as amount
     from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id
     join ledger.ledger_tx t on t.id = e.tx_id where a.code = 'author_payable'`,
  );
  let before = 0n;
  return found.map(({ id, cutoff_tx, ...run }) => {
    const cutoff = BigInt(cutoff_tx);
    const inside = moves.filter((move) => BigInt(move.tx_id) > before && BigInt(move.tx_id) <= cutoff);
    if (run.state !== 'cancelled') before = cutoff;
    const rows = payouts.filter((payout) => payout.run_id === id).map((payout) => payoutResult(payout, inside, names));
    return { ...run, payouts: sorted(rows, 'author', 'currency') };
  });
}

function payoutResult(row: PayoutRow, inside: readonly Movement[], { owner, source }: ResultNames) {
  const mine = inside.filter((move) => move.owner_id === row.org_id && move.currency === row.currency);
  const sum = (...kinds: RegExp[]): bigint =>
    mine
      .filter(({ kind }) => kinds.some((one) => one.test(kind)))
      .reduce((total, { amount }) => total + BigInt(amount), 0n);
  const all = sum(/./);
  const earned = sum(/^invoice_paid$/);
  const takenBack = sum(/^refund/, /^dispute/);
  const fees = sum(/^listing_fee/);
  const released = sum(/^payout_hold_released$/);
  // What the previous run paid and withheld.
  const settled = sum(/^payout_hold$/, /^payout_reserve$/, /^payout_released$/);
  const balance = BigInt(row.balance);
  const paid = row.state === 'settled' ? BigInt(row.amount) : 0n;
  const unpaid = explainPayout({
    amountMinor: BigInt(row.amount),
    state: row.state,
    failureCode: row.failure_code,
    lookUpAt: row.look_up_at === null ? null : new Date(row.look_up_at),
    month: row.month,
    paused: row.paused,
    now: new Date(row.now),
    parts: row.parts.map(partOf),
  });
  return {
    author: owner(row.org_id),
    currency: row.currency,
    opening: String(balance - all + settled),
    earned: String(earned),
    taken_back: String(takenBack),
    listing_fees: String(fees),
    released: String(released),
    other: String(all - settled - earned - takenBack - fees - released),
    balance: row.balance,
    amount: row.amount,
    paid: String(paid),
    held: row.held,
    carried: String(balance - paid - BigInt(row.held)),
    state: row.state,
    reason: row.reason,
    refused: row.failure,
    settled_at: row.settled_at,
    unpaid: unpaid.map((part) => {
      const { reason, reason_text, amount_minor, expected_at, date_kind, waits_for, who_acts, hold_id } =
        describeUnpaid(part);
      const hold = hold_id === null ? null : source(hold_id);
      return { reason, reason_text, amount: amount_minor, expected_at, date_kind, waits_for, who_acts, hold };
    }),
  };
}
