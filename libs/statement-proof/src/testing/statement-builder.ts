import {
  merklePath,
  merkleRoot,
  monthRoot,
  NO_ROOT,
  saltOf,
  statementHash,
  STATEMENT_SCHEMA,
  statementRoot,
  itemsOf,
  type StatementDocument,
  type StatementLine,
  type StatementUnpaid,
} from '../index.js';

interface LineSpec {
  price: bigint;
  seconds: number;
  bps: number;
  paid: boolean;
}

export interface StatementSpec {
  month: string;
  lines: readonly LineSpec[];
  opening: bigint;
  /** Amounts of other entries. Each names the first line, if there is one. */
  entries: readonly bigint[];
  held: bigint;
  /** Amount to pay if the balance allows it. */
  pay: boolean;
  afterTx: bigint;
  statementNo: number;
}

/** One paid line of November and an entry of -0.70 that names it: 33.60 are paid. */
export const PLAIN: StatementSpec = {
  month: '2026-11',
  lines: [{ price: 4_900n, seconds: 2_592_000, bps: 7000, paid: true }],
  opening: 0n,
  entries: [-70n],
  held: 0n,
  pay: true,
  afterTx: 0n,
  statementNo: 1,
};

const R = (n: bigint, d: bigint): bigint => (2n * n + d) / (2n * d);
const SECONDS = 2_592_000;
const ORIGIN = Date.UTC(2026, 10, 1);

const unpaidPart = (reason: string, amount: bigint, note: string | null): StatementUnpaid => ({
  reason,
  amount_minor: amount.toString(),
  expected_at: '2027-01-01T00:00:00.000Z',
  note,
  reason_text: 'Not paid yet.',
  date_kind: 'looked_at',
  waits_for: 'the next run',
  who_acts: 'nobody',
});

/** A valid statement, built independently of the code that checks it. */
export function buildStatement(spec: StatementSpec): Omit<StatementDocument, 'proof'> {
  let running = 0n;
  const paymentTx = (spec.afterTx + 1n).toString();
  const lines = spec.lines.map(({ price, seconds, bps, paid }, index): StatementLine => {
    const gross = R(price * BigInt(seconds), BigInt(SECONDS));
    const before = running;
    const after = before + gross * BigInt(bps);
    running = after;
    const [shareBefore, shareAfter] = [R(before, 10_000n), R(after, 10_000n)];
    return {
      line_id: `line-${spec.statementNo}-${index}`,
      invoice_id: `invoice-${spec.statementNo}`,
      invoice_number: 'DP-000001',
      payment_tx: paid ? paymentTx : null,
      month: spec.month,
      install_id: `install-${spec.statementNo}-${index}`,
      drive_id: 'drive',
      drive_name: 'Notes "2", =1+1\n東京',
      venture_name: 'Acme Shop',
      from_at: new Date(ORIGIN).toISOString(),
      to_at: new Date(ORIGIN + seconds * 1000).toISOString(),
      price_minor: price.toString(),
      seconds: String(seconds),
      month_seconds: String(SECONDS),
      gross_minor: gross.toString(),
      author_bps: bps,
      running_before: before.toString(),
      running_after: after.toString(),
      share_before_minor: shareBefore.toString(),
      share_after_minor: shareAfter.toString(),
      author_minor: (shareAfter - shareBefore).toString(),
      platform_minor: (gross - (shareAfter - shareBefore)).toString(),
    };
  });
  const paid = lines.filter((line) => line.payment_tx !== null);
  const pending = lines.filter((line) => line.payment_tx === null);
  const total = (of: readonly StatementLine[]): bigint => of.reduce((all, line) => all + BigInt(line.author_minor), 0n);
  const earned = total(paid);
  const adjustments = spec.entries.reduce((all, one) => all + one, 0n);
  const closing = spec.opening + earned + adjustments;
  const held = closing > spec.held ? spec.held : 0n;
  const amount = spec.pay && closing - held > 0n ? closing - held : 0n;
  const carry = closing - amount - held;
  const cutoff = spec.afterTx + 2n + BigInt(spec.entries.length);
  return {
    schema: STATEMENT_SCHEMA,
    statement: {
      id: `statement-${spec.statementNo}`,
      month: spec.month,
      currency: 'usd',
      exponent: 2,
      author_id: 'author',
      author_name: 'Naïve & Söhne',
      run_id: `run-${spec.statementNo}`,
      payout_id: amount > 0n ? `payout-${spec.statementNo}` : null,
      after_tx: spec.afterTx.toString(),
      cutoff_tx: cutoff.toString(),
      opening_minor: spec.opening.toString(),
      earned_minor: earned.toString(),
      adjustments_minor: adjustments.toString(),
      closing_minor: closing.toString(),
      paid_minor: amount.toString(),
      carried_minor: (closing - amount - held).toString(),
      held_minor: held.toString(),
      reserve_minor: '0',
      disputed_minor: '0',
      fees_minor: '0',
      pending_minor: total(pending).toString(),
      lines_elsewhere: 0,
      outcome: amount > 0n ? 'paid' : closing === 0n ? 'nothing' : 'carried',
      reason: 'to_pay',
      reason_text: 'Paid in full.',
      transfer_id: amount > 0n ? `tr_${spec.statementNo}` : null,
      settled_at: amount > 0n ? '2026-12-02T00:00:00.000Z' : null,
      unpaid: [
        ...(held > 0n ? [unpaidPart('held', held, 'Review')] : []),
        ...(carry === 0n ? [] : [unpaidPart('below_minimum', carry, null)]),
      ],
      self_billing_number: null,
    },
    payments:
      paid.length === 0
        ? []
        : [
            {
              ledger_tx: paymentTx,
              invoice_id: `invoice-${spec.statementNo}`,
              charge: `ch_${spec.statementNo}`,
              booked_at: '2026-12-01T00:00:00.000Z',
              lines: paid.length,
              amount_minor: earned.toString(),
            },
          ],
    lines: paid,
    pending,
    entries: spec.entries.map((amount, index) => ({
      ledger_tx: (spec.afterTx + 2n + BigInt(index)).toString(),
      kind: 'refund',
      title: 'Refund',
      source_type: 'refund',
      source_id: `re_${spec.statementNo}_${index}`,
      booked_at: '2026-12-01T00:00:00.000Z',
      amount_minor: amount.toString(),
      lines: paid[0] ? [{ line_id: paid[0].line_id, amount_minor: amount.toString() }] : [],
    })),
  };
}

/** The documents of one month in one tree, chained to the previous month. */
export function sealMonth(
  documents: readonly Omit<StatementDocument, 'proof'>[],
  previousRoot = NO_ROOT,
): StatementDocument[] {
  const key = Buffer.alloc(32, 7);
  const salts = documents.map((document) =>
    itemsOf(document).map((_, index) => saltOf(key, document.statement.id, index)),
  );
  const leaves = documents.map((document, index) => statementHash(statementRoot(document, salts[index]!)));
  const tree = merkleRoot(leaves);
  const { month } = documents[0]!.statement;
  const root = monthRoot(month, documents.length, tree, Buffer.from(previousRoot, 'hex'));
  return documents.map((document, position) => ({
    ...document,
    proof: {
      salts: salts[position]!.map((salt) => salt.toString('hex')),
      position,
      size: documents.length,
      path: merklePath(leaves, position).map((hash) => hash.toString('hex')),
      tree_root: tree.toString('hex'),
      previous_root: previousRoot,
      root: root.toString('hex'),
    },
  }));
}
