import type { Row } from './guarded-rows.js';
import type { TriggerAttempt } from './guarded-triggers.js';

/** A write at the edge of what a trigger refuses. */
interface Edge extends TriggerAttempt {
  /** Table and trigger. */
  readonly of: string;
  readonly what: string;
  /** Name of the refusal; null: the trigger lets it pass. */
  readonly refused: string | null;
}

const ID = (n: number): string => `0190b000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const FIRST = '2026-01-05T00:00:00Z';
const FILLED = ID(0).replace(/0{2}$/, 'ff');
const HASH = 'ab'.repeat(32);
/** An instant so many hours from now. */
const hence = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

const payment = (more: Row = {}): readonly [string, Row] => [
  'billing.payments',
  {
    ...{ id: ID(30), invoice_id: FILLED, currency: 'usd', amount: 15, state: 'succeeded', charge_id: 'ch_1' },
    ...{ ended_at: FIRST, payment_intent_id: 'pi_1', balance_transaction_id: 'txn_9', fee: 0 },
    ...more,
  },
];
const dispute = (more: Row = {}): readonly [string, Row] => ['billing.disputes', { payment_id: ID(30), ...more }];
const refund = { payment_id: ID(30), booked_at: FIRST, covered: 10, provider_refund_id: 're_1' };
const booked: Row = { ...refund, balance_transaction_id: 'txn_1' };
const invoice: readonly [string, Row] = ['billing.invoices', { id: ID(8) }];
const given = (amount: number, hours: number, more: Row = {}): Row => ({
  ...{ invoice_id: ID(8), currency: 'usd', amount, created_at: hence(hours) },
  ...more,
});
const done: Row = { ...booked, ...{ state: 'succeeded', ended_at: FIRST } };
/** A refund that the bank sent back. */
const cameBack: Row = { ...done, ...{ state: 'failed', covered: 0 } };
/** 27 of the 31 days of January at 31.00. */
const january = (limit: string): TriggerAttempt => ({
  given: [
    ['billing.install_segments', { amount: 3_100, currency: 'usd' }],
    ['billing.policies', { key: 'close_limit', value: { usd: limit } }],
    ['billing.periods', { state: 'open', closing_at: null, closed_at: null, lines_written_at: null, frozen_at: null }],
  ],
  update: { state: 'closing', closing_at: FIRST },
});
const run = (more: Row = {}): readonly [string, Row] => ['payouts.payout_runs', { id: ID(20), ...more }];
const held = (hold: Row): TriggerAttempt => ({
  given: [
    ['payouts.payout_holds', { id: ID(5), ends_at: '2026-02-05T00:00:00Z', ended_by_name: 'Finance', ...hold }],
    ['payouts.held_amounts', { hold_id: ID(5), release_at: hence(24), released_at: null }],
    ['ledger.ledger_tx', { kind: 'payout_hold_released', idempotency_key: `hold:${ID(5)}:2026-01:release` }],
  ],
  update: { released_at: FIRST },
});
const waitsFor = (usableFrom: string): TriggerAttempt => ({
  given: [
    ['payouts.payout_accounts', { active: false, state: 'ready' }],
    ['billing.policies', { key: 'payout_account_cooldown_days', value: 7, valid_from: FIRST }],
  ],
  update: { active: true, usable_from: usableFrom },
});
const openItem = (currency: string): readonly [string, Row] => [
  'reconciliation.items',
  {
    ...{ id: ID(62), ref: `equality:balance:${currency}`, kind: 'equality_balance', currency, amount: 1 },
    ...{ blocking: true, occurred_at: FIRST, detail: 'A difference.' },
  },
];
const line: readonly [string, Row] = ['billing.invoice_lines', { id: ID(50), invoice_id: ID(8), currency: 'usd' }];
const taken = { line_id: ID(50), invoice_id: ID(8), currency: 'usd' };

export const EDGES: readonly Edge[] = [
  {
    of: 'billing.credit_notes numbered',
    what: 'an invoice whose charge is stuck is not cancelled: it may have been paid',
    refused: 'credit_notes_only_before_payment',
    given: [
      ['billing.credit_note_counters', { legal_entity: 'default', last_number: 5 }],
      invoice,
      ['billing.payments', { invoice_id: ID(8), state: 'stuck', ended_at: FIRST }],
    ],
    insert: [{ number_seq: 5, invoice_id: ID(8) }],
  },
  ...(['won', 'appeal_won'] as const).map((phase): Edge => ({
    of: 'billing.disputes moves',
    what: `a dispute that is ${phase} is not lost afterwards`,
    refused: 'disputes_forward',
    given: [dispute({ phase })],
    update: { phase: 'lost' },
  })),
  {
    of: 'billing.line_adjustments fit',
    what: 'no more tax is given back to a line than was taken from it',
    refused: 'line_adjustments_fit_line',
    given: [line, invoice, ['billing.line_adjustments', { ...taken, gross: 10 }]],
    insert: [{ ...taken, posting_key: 'back', gross: 0, tax: -1, author_share: 0, platform_share: 0 }],
  },
  {
    of: 'billing.periods second_person',
    what: 'one person closes what is exactly at the limit',
    refused: null,
    ...january('2700'),
  },
  {
    of: 'billing.periods second_person',
    what: 'a unit above the limit takes two people',
    refused: 'periods_second_person',
    ...january('2699'),
  },
  {
    of: 'billing.policies decided',
    what: 'two versions do not begin at the same instant',
    refused: 'policies_in_order',
    given: [['billing.policies', { id: ID(61), version: 901, valid_from: '2097-01-01T00:00:00Z' }]],
    insert: [{ valid_from: '2097-01-01T00:00:00Z' }],
  },
  {
    of: 'billing.refunds alone',
    what: 'what was given back within 30 days counts',
    refused: 'refunds_second_person',
    given: [invoice, ['billing.refunds', given(40_000, -29 * 24, { ...done, id: ID(4) })]],
    insert: [given(10_001, 0)],
  },
  ...(
    [
      ['what one person may give back is given whole', given(40_000, -29 * 24), 10_000],
      ['what was given back before 30 days does not count', given(40_000, -31 * 24), 10_001],
      ['a refund that came back does not count', given(40_000, -1, cameBack), 10_001],
      ['another currency does not count', given(40_000, -1, { currency: 'eur' }), 10_001],
    ] as const
  ).map(([what, before, amount]): Edge => ({
    of: 'billing.refunds alone',
    what,
    refused: null,
    given: [invoice, ['billing.refunds', { ...done, id: ID(4), ...before }]],
    insert: [given(amount, 0)],
  })),
  ...(['opened', 'lost'] as const).flatMap((phase): Edge[] => [
    {
      of: 'billing.refunds fit',
      what: `what a dispute took that is ${phase} is not refunded too`,
      refused: 'adjustments_fit_payment',
      given: [payment(), dispute({ phase })],
      insert: [booked],
    },
  ]),
  {
    of: 'billing.refunds fit',
    what: 'what a dispute took that is won is there to be refunded',
    refused: null,
    given: [payment(), dispute({ phase: 'won', status: 'won' })],
    insert: [booked],
  },
  ...(['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review'] as const).map(
    (status): Edge => ({
      of: 'billing.refunds may_be_asked',
      what: `nothing is refunded while a dispute is in ${status}`,
      refused: 'refunds_not_while_disputed',
      given: [payment({ amount: 100 }), dispute({ phase: 'lost', status })],
      insert: [{ payment_id: ID(30) }],
    }),
  ),
  {
    of: 'billing.refunds may_be_asked',
    what: 'a lost dispute leaves the rest',
    refused: 'refunds_fit_payment',
    given: [payment({ amount: 19 }), dispute({ phase: 'lost', status: 'lost' })],
    insert: [{ payment_id: ID(30) }],
  },
  {
    of: 'billing.refunds may_be_asked',
    what: 'the rest of a lost dispute is refunded whole',
    refused: null,
    given: [payment({ amount: 20 }), dispute({ phase: 'lost', status: 'lost' })],
    insert: [{ payment_id: ID(30) }],
  },
  {
    of: 'ledger.ledger_tx posting_allowed',
    what: 'the beginning and the end of a key do not overlap',
    refused: 'ledger_posting_key',
    insert: [{ kind: 'refund_failed', source_type: 'refund', idempotency_key: 'refund:failed' }],
  },
  {
    of: 'payouts.held_amounts held_amount_check',
    what: 'the end of a rolling reserve releases nothing before its day',
    refused: 'held_amounts_due_and_booked',
    ...held({ window_months: 6 }),
  },
  {
    of: 'payouts.held_amounts held_amount_check',
    what: 'the end of a hold releases all',
    refused: null,
    ...held({ window_months: null }),
  },
  {
    of: 'payouts.payout_accounts rests',
    what: 'an account that takes over waits all days of the policy',
    refused: 'payout_accounts_rest',
    ...waitsFor(hence(7 * 24 - 1)),
  },
  {
    of: 'payouts.payout_accounts rests',
    what: 'an account that waits all days of the policy takes over',
    refused: null,
    ...waitsFor(hence(7 * 24)),
  },
  {
    of: 'payouts.payout_accounts rests',
    what: 'the first account of an author waits for nothing',
    refused: null,
    insert: [{ usable_from: null }],
  },
  {
    of: 'payouts.payout_approvals approval_check',
    what: 'an approval of an earlier computation with the same amounts is none',
    refused: 'payout_approvals_hash',
    given: [run({ computation: 2 })],
    insert: [{ run_id: ID(20), user_id: ID(2), computation: 1, input_hash: HASH }],
  },
  ...(
    [
      ['usd', 'payout_attempts_reconciled'],
      ['eur', null],
    ] as const
  ).map(([currency, refused]): Edge => ({
    of: 'payouts.payout_attempts reconciled',
    what: `an open item in ${currency} stops payouts in it only`,
    refused,
    given: [['payouts.payouts', { id: ID(61), currency: 'usd' }], openItem(currency)],
    insert: [{ payout_id: ID(61) }],
  })),
  {
    of: 'payouts.payouts payout_check',
    what: 'a payout that failed is tried again as one more try',
    refused: 'payouts_transition',
    given: [
      ['payouts.payouts', { state: 'carried', failure: 'Closed.', retries: 1, run_id: ID(20) }],
      ['payouts.payout_approvals', { run_id: ID(20), computation: 1, input_hash: HASH }],
      run(),
    ],
    update: { state: 'reserved', retries: 1 },
  },
];
