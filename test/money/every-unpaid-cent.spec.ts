import {
  DATE_KINDS,
  describeUnpaid,
  UNPAID_REASONS,
  UNPAID_TEXT,
  type UnpaidPart,
  type UnpaidReason,
} from '@portal/payouts';
import { checkStatement, DATE_WORDS, parseStatement, serializeStatement, unpaidText } from '@portal/statement-proof';
import { explainPayout, explainUnpaid } from '../../libs/payouts/src/runs/domain/explain-unpaid.js';
import { planPayout, type PayoutInput } from '../../libs/payouts/src/runs/domain/plan-payout.js';
import { storedPart, type HoldKind } from '../../libs/payouts/src/runs/domain/unpaid.js';
import { buildStatement } from '../../libs/statement-proof/src/testing/statement-builder.js';
import { statementCsv } from '../../libs/statements/src/domain/statement-csv.js';
import { statementView } from '../../libs/statements/src/http/view-statement.js';
import { outcomeOf } from '../../libs/statements/src/payout-outcome.js';
import { statementPdf } from '../../libs/statements/src/pdf/statement-pdf.task.js';
import { readOf } from '../support/money/read-pdf.js';
import { DATE_WORDS as WORDS_OF_THE_PORTAL } from '../../apps/web/src/text/vocabulary.js';

const MONTH = '2026-11';
const NOW = new Date('2026-12-03T10:20:30Z');
/** The run after the one for November. */
const AFTER = '2027-01-01';
const NEXT = '2026-12-31';
const usd: PayoutInput = {
  month: MONTH,
  balanceMinor: 5_000n,
  minimumMinor: 2_500n,
  multipleMinor: 1n,
  account: { state: 'ready' },
};

const planned = (more: Partial<PayoutInput>): UnpaidPart => planPayout({ ...usd, ...more }).parts[0]!;
const held = (kind: HoldKind, windowMonths: number | null, endsAt: Date | null = null): UnpaidPart =>
  planned({ holds: [{ id: 'h1', kind, basisPoints: 10_000, windowMonths, endsAt, reason: `Because of ${kind}.` }] });
const sent = (more: Partial<Parameters<typeof explainPayout>[0]>): UnpaidPart =>
  explainPayout({
    month: MONTH,
    amountMinor: 5_000n,
    state: 'sending',
    failureCode: null,
    lookUpAt: null,
    paused: false,
    now: NOW,
    parts: [],
    ...more,
  })[0]!;
const owed = (more: Partial<Parameters<typeof explainUnpaid>[0]>): UnpaidPart =>
  explainUnpaid({
    pendingMinor: 0n,
    chargedAgainAt: null,
    disputedMinor: 0n,
    answerBy: null,
    held: [],
    underWay: [],
    next: { ...usd, balanceMinor: 0n },
    nextRunAt: new Date(NEXT),
    now: NOW,
    ...more,
  })[0]!;

/** Every reason as the engine produces it, with its date and the meaning of the date. */
const CASES: Record<UnpaidReason, readonly (readonly [UnpaidPart, string, (typeof DATE_KINDS)[number]])[]> = {
  awaiting_payment: [
    [owed({ pendingMinor: 5_000n, chargedAgainAt: new Date('2026-12-06') }), '2026-12-06', 'tried_again'],
    [owed({ pendingMinor: 5_000n }), NEXT, 'looked_at'],
  ],
  next_run: [
    [owed({ next: usd }), NEXT, 'expected'],
    [sent({ state: 'computed' }), '2026-12-03', 'expected'],
  ],
  in_payout: [
    [sent({ state: 'reserved' }), '2026-12-03', 'expected'],
    // Retried after a refusal: reserved, not back in the balance.
    [sent({ state: 'reserved', failureCode: 'refused_by_processor' }), '2026-12-03', 'expected'],
    [sent({ state: 'sending', failureCode: 'refused_by_processor' }), '2026-12-03', 'expected'],
    [sent({ paused: true }), AFTER, 'looked_at'],
    [owed({ underWay: [{ amountMinor: 5_000n, lookUpAt: null, paused: true }] }), NEXT, 'looked_at'],
  ],
  outcome_unknown: [[sent({ lookUpAt: new Date('2026-12-04T09:00:00Z') }), '2026-12-04', 'looked_at']],
  negative_balance: [[planned({ balanceMinor: -5_000n }), AFTER, 'looked_at']],
  negative_overdue: [[planned({ balanceMinor: -5_000n, negativeOverdue: true }), AFTER, 'looked_at']],
  below_minimum: [
    [planned({ minimumMinor: 6_000n }), AFTER, 'looked_at'],
    [owed({ next: { ...usd, minimumMinor: 6_000n } }), NEXT, 'looked_at'],
  ],
  rounded_down: [[planned({ balanceMinor: 5_050n, multipleMinor: 100n }), AFTER, 'looked_at']],
  no_account: [[planned({ account: { state: 'none' } }), AFTER, 'looked_at']],
  country_unsupported: [[planned({ account: { state: 'none', countryUnsupported: true } }), AFTER, 'looked_at']],
  account_not_ready: [
    [planned({ account: { state: 'not_ready' } }), AFTER, 'looked_at'],
    [planned({ account: { state: 'not_ready', actBy: new Date('2026-12-20') } }), '2026-12-20', 'act_by'],
    [planned({ account: { state: 'not_ready', actBy: new Date('2027-05-01') } }), AFTER, 'looked_at'],
  ],
  cooling_down: [
    [planned({ account: { state: 'cooling_down', usableFrom: new Date('2026-12-08') } }), AFTER, 'expected'],
    [planned({ account: { state: 'cooling_down', usableFrom: new Date('2027-01-04') } }), '2027-01-04', 'expected'],
  ],
  bank_refused: [[planned({ bankRefusedAt: new Date('2026-11-20') }), AFTER, 'looked_at']],
  not_reconciled: [
    [planned({ open: [{ reason: 'not_reconciled', why: 'A movement is not booked.' }] }), AFTER, 'looked_at'],
  ],
  shared_bank: [[planned({ open: [{ reason: 'shared_bank', why: 'Decide.' }] }), AFTER, 'looked_at']],
  left_out: [[planned({ leftOut: 'Asked to be paid next month.' }), AFTER, 'looked_at']],
  account_changed: [[sent({ state: 'carried', failureCode: 'account_changed' }), AFTER, 'looked_at']],
  refused_by_processor: [
    [sent({ state: 'carried', failureCode: 'refused_by_processor' }), AFTER, 'looked_at'],
    // From a run that was late.
    [sent({ month: '2026-07', state: 'carried', failureCode: 'refused_by_processor' }), '2026-12-03', 'looked_at'],
  ],
  unknown_transfer: [[sent({ state: 'carried', failureCode: 'unknown_transfer' }), AFTER, 'looked_at']],
  held_review: [[held('review', null), AFTER, 'looked_at']],
  held_dispute_rate: [[held('dispute_rate', 3), '2027-03-01', 'expected']],
  held_tax: [[held('tax', null), AFTER, 'looked_at']],
  held_manual: [[held('manual', null, new Date('2027-02-10')), '2027-02-10', 'expected']],
  disputed: [
    [owed({ disputedMinor: 5_000n, answerBy: new Date('2026-12-12') }), '2026-12-12', 'act_by'],
    [owed({ disputedMinor: 5_000n }), NEXT, 'looked_at'],
  ],
};

/** A statement with this part, as composed at sealing. */
function statementOf(part: UnpaidPart): ReturnType<typeof buildStatement> {
  const built = buildStatement({
    month: MONTH,
    lines: [],
    opening: part.amountMinor,
    entries: [],
    held: 0n,
    pay: false,
    afterTx: 0n,
    statementNo: 1,
  });
  const { unpaid } = outcomeOf(
    {
      amount: '0',
      carry: String(part.amountMinor),
      held: '0',
      state: 'carried',
      reason: 'below_minimum',
      failure: null,
      failureCode: null,
      parts: [storedPart(part)],
      lookUpAt: null,
      paused: false,
      undecided: false,
    },
    { month: MONTH, now: NOW, settled: false, closing: part.amountMinor, final: true },
  );
  return { ...built, statement: { ...built.statement, unpaid: [...unpaid] } };
}

it('every reason and every kind of day has a case', () => {
  expect(Object.keys(CASES).sort()).toEqual([...UNPAID_REASONS].sort());
  expect(new Set(Object.values(CASES).flatMap((all) => all.map(([, , kind]) => kind)))).toEqual(new Set(DATE_KINDS));
});

describe.each(UNPAID_REASONS)('%s', (reason) => {
  it.each(CASES[reason].map(([part, day, kind]) => ({ part, day, kind })))(
    'has its day $day on the author’s page, in the run and in the statement',
    async ({ part, day, kind }) => {
      expect([part.reason, part.expectedAt.toISOString().slice(0, 10), part.dateKind]).toEqual([reason, day, kind]);

      // The author's page and the run page.
      const { hold_id: _, ...shown } = describeUnpaid(part);
      expect(shown.reason_text).toBe(UNPAID_TEXT[reason]);
      const line = `${shown.reason_text}${shown.note === null ? '' : ` ${shown.note}`} Waiting for ${shown.waits_for}. ${WORDS_OF_THE_PORTAL[kind]} ${day}.`;

      const open = { ...statementOf(part), proof: null };
      // Serialised and parsed again without loss.
      const read = parseStatement(serializeStatement(open));
      expect(read.statement.unpaid).toEqual([shown]);
      expect(checkStatement(read).find(({ code }) => code === 'balance')).toMatchObject({ ok: true });
      expect(statementView(read).unpaid).toEqual([shown]);
      expect(unpaidText(read.statement.unpaid[0]!)).toBe(line);

      const row = statementCsv(read)
        .split('\r\n')
        .find((one) => one.startsWith('unpaid,'))!;
      expect(row).toContain(`,${shown.expected_at},`);
      expect(row).toContain(`${reason}: ${line}`);

      const squeezed = (text: string): string => text.replace(/\s/g, '');
      expect(squeezed(readOf(await statementPdf(read)))).toContain(squeezed(line));
    },
  );
});

it('the portal uses the words of the statement files for a day', () => expect(WORDS_OF_THE_PORTAL).toEqual(DATE_WORDS));

it('a reserve of a late run has no past day as its release', () => {
  const reserve = {
    id: 'h1',
    kind: 'dispute_rate',
    basisPoints: 10_000,
    windowMonths: 1,
    endsAt: null,
    reason: 'x',
  } as const;
  const of = (month: string, lookAgainAt?: Date): string =>
    planned({ month, holds: [reserve], ...(lookAgainAt && { lookAgainAt }) })
      .expectedAt.toISOString()
      .slice(0, 10);
  expect(of('2026-07', new Date('2026-12-03'))).toBe('2026-12-03');
  expect(of(MONTH)).toBe('2027-01-01');
});

it('a payout that failed before a seal and was retried afterwards stays unchanged in the sealed statement', () => {
  const outcome = (state: string, final: boolean): unknown => {
    const { outcome: word, reason } = outcomeOf(
      {
        amount: '5000',
        carry: '0',
        held: '0',
        state,
        reason: 'to_pay',
        failure: null,
        failureCode: null,
        parts: [],
        lookUpAt: null,
        paused: false,
        undecided: false,
      },
      { month: MONTH, now: NOW, settled: false, closing: 5_000n, final },
    );
    return [word, reason];
  };
  expect(outcome('reserved', true)).toEqual(['carried', 'refused_by_processor']);
  expect(outcome('settled', true)).toEqual(['carried', 'refused_by_processor']);
  expect(outcome('reserved', false)).toEqual(['open', 'in_payout']);
});
