import type { Row } from './guarded-rows.js';

/** A write that one of a table's triggers refuses. */
export interface TriggerAttempt {
  /** Existing rows, as their tables accept them; omitted values are as in `ROWS`. */
  readonly given?: readonly (readonly [table: string, row: Row])[];
  /** Rows of the trigger's own table that are inserted by one statement. */
  readonly insert?: readonly Row[];
  /** Change of the rows of the trigger's own table; without `given` rows of it, of one as it is in `ROWS`. */
  readonly update?: Row;
  /** Which of them: SQL. */
  readonly where?: string;
  readonly delete?: true;
}

/** A trigger that refuses nothing and does something: its effect, which is absent without it. */
interface TriggerEffect extends TriggerAttempt {
  /** SQL that gives a row. */
  readonly shows: string;
}

const ID = (n: number): string => `0190b000-0000-7000-8000-${String(n).padStart(12, '0')}`;
/** Default values. */
const FILLED = ID(0).replace(/0{2}$/, 'ff');
const FIRST = '2026-01-05T00:00:00Z';
const LATER = '2099-01-01T00:00:00Z';
const decided = { state: 'approved', decided_at: FIRST, decided_by: ID(2), decided_by_name: 'Second' };
/** An approval by two people. */
const approved = (kind: string, subject: string): Row => ({
  ...decided,
  ...{ id: ID(60), kind, subject_id: subject, title: 'Of a test', payload: '{}', roles: '{finance}', reason: 'Test' },
  ...{
    digest: `\\x${'ab'.repeat(32)}`,
    proposed_by: ID(1),
    proposed_by_name: 'First',
    expires_at: '2099-01-01T00:00:00Z',
  },
});
const run = (more: Row = {}): readonly [string, Row] => ['payouts.payout_runs', { id: ID(20), ...more }];
const account = (id: number, more: Row = {}): readonly [string, Row] => [
  'ledger.ledger_account',
  { id, code: 'bank', currency: 'usd', owner_id: ID(id), ...more },
];
const legs = (...amounts: (readonly [account: number, amount: number])[]): Row[] =>
  amounts.map(([account_id, amount], n) => ({ tx_id: 900, seq: n + 1, account_id, amount }));
const posting = [['ledger.ledger_tx', {}], account(900), account(901)] as const;
const payment = (amount: number): readonly [string, Row] => [
  'billing.payments',
  {
    id: ID(30),
    invoice_id: FILLED,
    currency: 'usd',
    amount,
    state: 'succeeded',
    charge_id: 'ch_1',
    ended_at: FIRST,
    ...SETTLED,
  },
];
/** Further values of a successful payment. */
const SETTLED = { payment_intent_id: 'pi_1', balance_transaction_id: 'txn_9', fee: 0 };
const booked = { booked_at: FIRST, covered: 10, provider_refund_id: 're_1', balance_transaction_id: 'txn_1' };
const openMonth = { state: 'open', closing_at: null, closed_at: null, lines_written_at: null, frozen_at: null };
const taken = { line_id: ID(50), invoice_id: ID(8), currency: 'usd' };
const line: readonly [string, Row] = ['billing.invoice_lines', { id: ID(50), invoice_id: ID(8), currency: 'usd' }];

/** By table and trigger, by the name of the refusal. `refused`: it has no name of its own. */
export const TRIGGERS: Readonly<Record<string, Readonly<Record<string, TriggerAttempt>>>> = {
  'billing.card_pages frozen': {
    card_pages_frozen: {
      given: [['billing.card_pages', { state: 'saved', page_id: 'cs_1', ended_at: FIRST }]],
      update: { state: 'open' },
    },
  },
  'billing.credit_note_counters forward': { credit_note_counters_forward: { update: { last_number: 5 } } },
  'billing.credit_note_counters used': { credit_notes_gapless: { update: { last_number: 2 } } },
  'billing.credit_notes alone': {
    credit_notes_second_person: {
      given: [['billing.invoices', { id: ID(8) }]],
      insert: [{ invoice_id: ID(8), currency: 'usd', net: 60_000, issued_at: LATER }],
    },
  },
  'billing.credit_notes booked': {
    adjustments_booked: { insert: [{}] },
    credit_note_lines_fit: {
      given: [['ledger.ledger_tx', { idempotency_key: `credit_note:${ID(7)}` }]],
      insert: [{ id: ID(7) }],
    },
  },
  'billing.credit_notes numbered': {
    credit_notes_gapless: {
      given: [['billing.credit_note_counters', { legal_entity: 'default', last_number: 5 }]],
      insert: [{ number_seq: 4 }],
    },
    credit_notes_only_before_payment: {
      given: [
        ['billing.credit_note_counters', { legal_entity: 'default', last_number: 5 }],
        ['billing.invoices', { id: ID(8), state: 'paid', paid_at: FIRST }],
      ],
      insert: [{ number_seq: 5, invoice_id: ID(8) }],
    },
  },
  'billing.disputes alone': {
    disputes_second_person: {
      given: [['billing.invoices', { id: ID(8) }]],
      insert: [{ invoice_id: ID(8), currency: 'usd', amount: 60_000, accepted_at: LATER }],
    },
  },
  'billing.disputes booked': { adjustments_booked: { insert: [{}] } },
  'billing.disputes fit': {
    adjustments_of_a_payment: { insert: [{ payment_id: ID(30) }] },
    adjustments_fit_payment: { given: [payment(9)], insert: [{ payment_id: ID(30) }] },
  },
  'billing.disputes frozen': {
    disputes_frozen: { given: [['billing.disputes', { accepted_at: FIRST }]], update: { approval_id: ID(60) } },
  },
  'billing.disputes moves': {
    disputes_forward: { given: [['billing.disputes', { phase: 'won' }]], update: { phase: 'opened' } },
  },
  'billing.disputes versioned': {
    disputes_versioned: { given: [['billing.disputes', { version: 1 }]], update: { version: 3 } },
  },
  'billing.host_payments collected': { host_payments_collected: { insert: [{}] } },
  'billing.install_segments pinned': { install_segments_pinned: { update: { amount: 2 } } },
  'billing.invoice_counter forward': { invoice_counter_forward: { update: { last_number: -1 } } },
  'billing.invoice_counter used': { invoices_gapless: { update: { last_number: 9 } } },
  'billing.invoice_lines only_by_close': { invoice_lines_month_closing: { insert: [{}] } },
  'billing.invoices carry_matches': {
    invoices_carry_matches: {
      given: [
        [
          'billing.invoices',
          { id: ID(8), month: '2000-01-01', state: 'below_minimum', carried_out: 10, number_seq: 900_000 },
        ],
      ],
      insert: [{ carried_from: ID(8), carried_in: 1 }],
    },
  },
  'billing.invoices credited': {
    invoices_credited_whole: { update: { state: 'credited' } },
  },
  // Not even approved: a later invoice collects it.
  'billing.invoices given_up': {
    invoices_given_up_by_two: {
      given: [
        ['billing.invoices', { id: ID(8), state: 'below_minimum', carried_out: 10, number_seq: 900_000 }],
        ['billing.invoices', { id: ID(9), tenant_id: ID(41), carried_from: ID(8), carried_in: 10 }],
        ['approvals.approvals', approved('write_off', ID(8))],
      ],
      where: `id = '${ID(8)}'`,
      update: { state: 'uncollectible' },
    },
  },
  'billing.invoices pinned': {
    invoices_pinned: { update: { subtotal: 11 } },
  },
  'billing.invoices refer': {
    invoices_month_known: { insert: [{ month: '2098-01-01' }] },
    invoices_currency_known: {
      given: [['billing.periods', { ...openMonth, month: '2098-01-01' }]],
      insert: [{ month: '2098-01-01', currency: 'zzz' }],
    },
  },
  'billing.invoices tax_details_kept': {
    invoices_frozen: {
      given: [['billing.invoices', { tax_details: { provider: 'fixed' } }]],
      update: { tax_details: { provider: 'none' } },
    },
  },
  'billing.invoices taxed': {
    invoices_taxed_once: {
      given: [['billing.invoices', { state: 'draft', issued_at: null }]],
      update: { tax: 5, tax_details: { provider: 'fixed' }, subtotal: 11 },
    },
  },
  'billing.line_adjustments booked': { adjustments_booked: { insert: [{}] } },
  'billing.line_adjustments fit': {
    line_adjustments_fit_line: { insert: [{}] },
    line_adjustments_fit_tax: {
      given: [line, ['billing.invoices', { id: ID(8), tax: 0 }]],
      insert: [{ ...taken, tax: 1 }],
    },
    // Approved with 9 of the line.
    credit_note_lines_fit: {
      given: [
        line,
        ['approvals.approvals', { ...approved('give_back', ID(8)), payload: { lines: { [ID(50)]: '9' } } }],
        ['billing.credit_notes', { id: ID(7), net: 10, tax: 0, approval_id: ID(60) }],
      ],
      insert: [{ ...taken, source_type: 'credit_note', source_id: ID(7) }],
    },
  },
  'billing.payment_method_saves frozen': {
    payment_method_saves_frozen: {
      given: [['billing.payment_method_saves', { state: 'declined' }]],
      update: { state: 'saved' },
    },
  },
  'billing.periods frozen': { periods_frozen: { update: { state: 'open' } } },
  'billing.periods month_over': {
    periods_month_over: {
      given: [['billing.periods', { ...openMonth, month: '2099-01-01' }]],
      update: { state: 'closing', closing_at: FIRST },
    },
  },
  'billing.periods second_person': {
    periods_second_person: {
      given: [
        ['billing.install_segments', { amount: 90_000_000, currency: 'usd' }],
        ['billing.policies', { key: 'close_limit', value: { usd: '5' } }],
        ['billing.periods', openMonth],
      ],
      update: { state: 'closing', closing_at: FIRST },
    },
  },
  'billing.periods may_close': {
    periods_may_close: {
      given: [
        ['billing.policies', { key: 'tax', value: { provider: 'table' }, valid_from: FIRST }],
        ['billing.periods', openMonth],
      ],
      update: { state: 'closing', closing_at: FIRST },
    },
  },
  'billing.policies decided': {
    policies_known: { insert: [{ key: 'other' }] },
    policies_in_order: {
      given: [['billing.policies', { id: ID(61), version: 901, valid_from: '2097-01-01T00:00:00Z' }]],
      insert: [{}],
    },
    policies_open_months: {
      given: [
        ['billing.policies', { id: ID(61), version: 899, valid_from: '2000-01-01T00:00:00Z' }],
        ['billing.periods', {}],
      ],
      insert: [{}],
    },
    policies_fee_needed: {
      given: [
        ['billing.policies', { id: ID(61), key: 'listing_fee', version: 899, valid_from: '2000-01-01T00:00:00Z' }],
        [
          'listings.listings',
          {
            drive_id: ID(62),
            org_id: ID(5),
            slug: 'a',
            name: 'A',
            state: 'paused',
            listed_at: FIRST,
            live_revision_id: ID(63),
          },
        ],
        [
          'listings.commercial_changes',
          {
            kind: 'billing_model',
            drive_id: ID(62),
            model: 'author_billing',
            currency: 'usd',
            valid_from: FIRST,
            effective_from: FIRST,
          },
        ],
      ],
      insert: [{ key: 'listing_fee', value: { eur: '2700' } }],
    },
  },
  'billing.refunds alone': {
    refunds_second_person: {
      given: [['billing.invoices', { id: ID(8) }]],
      insert: [{ invoice_id: ID(8), currency: 'usd', amount: 60_000, created_at: LATER }],
    },
  },
  'billing.refunds booked': { adjustments_booked: { insert: [booked] } },
  'billing.refunds fit': {
    adjustments_of_a_payment: { insert: [{ payment_id: ID(30) }] },
    refunds_fit_payment: { given: [payment(9)], insert: [{ payment_id: ID(30) }] },
  },
  'billing.refunds may_be_asked': {
    refunds_not_while_disputed: {
      given: [payment(100), ['billing.disputes', { payment_id: ID(30) }]],
      insert: [{ payment_id: ID(30) }],
    },
    refunds_fit_payment: { given: [payment(9)], insert: [{ payment_id: ID(30) }] },
    refunds_whole_steps: {
      given: [['billing.payments', { ...payment(100)[1], currency: 'kwd' }]],
      insert: [{ payment_id: ID(30), currency: 'kwd', amount: 5 }],
    },
  },
  // Its sum would no longer count.
  'billing.refunds refused': {
    refunds_refused: {
      given: [['billing.refunds', { state: 'sending' }]],
      update: { state: 'failed', ended_at: FIRST },
    },
  },
  'billing.refunds versioned': {
    refunds_versioned: { given: [['billing.refunds', { version: 1 }]], update: { version: 3 } },
  },
  'billing.refund_lines fit': {
    refund_lines_fit: { given: [['billing.refunds', { id: ID(3) }]], insert: [{ refund_id: ID(3), amount: 9 }] },
  },
  // Approved with one line, made with none.
  'billing.refunds lines_fit': {
    refund_lines_fit: {
      given: [['approvals.approvals', { ...approved('give_back', ID(8)), payload: { lines: { [ID(50)]: '10' } } }]],
      insert: [{ approval_id: ID(60) }],
    },
  },
  'billing.refunds surplus_fits': {
    refunds_surplus_fits: { given: [payment(100)], insert: [{ payment_id: ID(30), scope: 'surplus' }] },
  },
  'billing.split_rules followed': {},
  'billing.tenant_customers card_kept': {
    tenant_customers_card_saved: {
      given: [['billing.tenant_customers', {}]],
      update: { payment_method_id: 'pm_other', saved_at: FIRST },
    },
  },
  'billing.tax_reversals fits': {
    tax_reversals_pinned: { update: { net: 2 } },
    tax_reversals_fit: { given: [['billing.invoices', { id: ID(8) }]], insert: [{ invoice_id: ID(8) }] },
  },
  'ledger.ledger_entry accounts_allowed': {
    ledger_posting_accounts: {
      given: [
        ['ledger.ledger_tx', { kind: 'invoice_paid' }],
        account(900, { code: 'platform_revenue' }),
        account(901, { code: 'author_payable' }),
      ],
      insert: legs([900, 5], [901, -5]),
    },
  },
  'ledger.ledger_entry post_check': {
    ledger_balanced: { given: posting, insert: legs([900, 5], [901, -4]) },
    ledger_entry_tx: { given: posting.slice(1), insert: legs([900, 5], [901, -5]) },
    ledger_posted_whole: { given: posting, insert: legs([900, 5], [901, -5], [900, 5], [901, -5]) },
    ledger_entry_account_currency: {
      given: posting,
      insert: legs([900, 5], [901, -5]).map((leg) => ({ ...leg, currency: 'eur' })),
    },
    ledger_clears: {
      given: [
        ...posting.slice(0, 1),
        ['ledger.account_code', { code: 'passed_through', clears: true }],
        account(900, { code: 'passed_through' }),
        account(901),
      ],
      insert: legs([900, 5], [901, -5]),
    },
    ledger_floor: {
      given: [
        ...posting.slice(0, 1),
        ['ledger.account_code', { code: 'floored', live: true, floor: 0 }],
        account(900, { code: 'floored' }),
        account(901),
        ['ledger.account_balance', { account_id: 900 }],
      ],
      insert: legs([900, -5], [901, 5]),
    },
  },
  'ledger.closed_periods month_over': { closed_periods_frozen: { insert: [{ period: '2099-01-01' }] } },
  'ledger.ledger_tx period_open': {
    ledger_period_closed: {
      given: [['ledger.closed_periods', { period: '2026-01-01' }]],
      insert: [{ effective_at: FIRST }],
    },
  },
  'ledger.ledger_tx posting_allowed': {
    ledger_posting_kind: { insert: [{ kind: 'gift' }] },
    ledger_posting_key: { insert: [{ kind: 'refund', source_type: 'refund', idempotency_key: 'gift:1' }] },
    ledger_posting_source: { insert: [{ kind: 'refund', source_type: 'refund', idempotency_key: 'refund:1' }] },
  },
  'ledger.ledger_tx second_person': {
    ledger_second_person: {
      given: [['payouts.payouts', { id: ID(60) }]],
      insert: [
        {
          kind: 'payout_reserve',
          source_type: 'payout',
          source_id: ID(60),
          idempotency_key: `po:${ID(60)}:reserve`,
        },
      ],
    },
  },
  'ledger.ledger_tx paid_by_host': {
    ledger_paid_by_host: {
      given: [account(900), ['ledger.ledger_entry', legs([900, 5])[0]!]],
      insert: [{ kind: 'invoice_paid', source_type: 'invoice', source_id: ID(8), idempotency_key: 'pay:ch_9' }],
    },
  },
  'ledger.ledger_tx tx_has_entries': { ledger_tx_has_entries: { insert: [{}] } },
  'payouts.held_amounts held_amount_check': {
    held_amounts_frozen: { update: { amount: 2 } },
    held_amounts_due_and_booked: {
      given: [
        ['payouts.payout_holds', { id: ID(5), window_months: 6 }],
        ['payouts.held_amounts', { hold_id: ID(5), release_at: LATER, released_at: null }],
        ['ledger.ledger_tx', { kind: 'payout_hold_released', idempotency_key: `hold:${ID(5)}:2026-01:release` }],
      ],
      update: { released_at: FIRST },
    },
  },
  'payouts.payout_accounts rests': {
    payout_accounts_rest: {
      given: [['payouts.payout_accounts', { active: false, state: 'ready' }]],
      update: { active: true, usable_from: FIRST },
    },
  },
  'payouts.payout_approvals approval_check': {
    payout_approvals_second_person: {
      given: [run({ prepared_by: ID(2) })],
      insert: [{ run_id: ID(20), user_id: ID(2), computation: 1, input_hash: 'ab'.repeat(32) }],
    },
    payout_approvals_state: {
      given: [run({ state: 'executing' })],
      insert: [{ run_id: ID(20), user_id: ID(2), computation: 1, input_hash: 'ab'.repeat(32) }],
    },
    payout_approvals_hash: {
      given: [run()],
      insert: [{ run_id: ID(20), user_id: ID(2), computation: 1, input_hash: 'cd'.repeat(32) }],
    },
    payout_approvals_not_decided: {
      given: [run(), ['payouts.run_decisions', { run_id: ID(20), decided_by: ID(2) }]],
      insert: [{ run_id: ID(20), user_id: ID(2), computation: 1, input_hash: 'ab'.repeat(32) }],
    },
    payout_approvals_role: {
      given: [run()],
      insert: [{ run_id: ID(20), user_id: ID(2), computation: 1, input_hash: 'ab'.repeat(32) }],
    },
    payout_approvals_all_decided: {
      given: [run(), ['payouts.payouts', { run_id: ID(20), to_decide: '{first_payout}' }]],
      insert: [{ run_id: ID(20), user_id: ID(2), computation: 1, input_hash: 'ab'.repeat(32) }],
    },
  },
  'payouts.payout_attempts reconciled': {
    payout_attempts_reconciled: {
      given: [
        ['payouts.payouts', { id: ID(61), currency: 'usd' }],
        [
          'reconciliation.items',
          {
            ...{ id: ID(62), ref: 'equality:balance:usd', kind: 'equality_balance', currency: 'usd', amount: 1 },
            ...{ blocking: true, occurred_at: FIRST, detail: 'A difference.' },
          },
        ],
      ],
      insert: [{ payout_id: ID(61) }],
    },
    payout_attempts_bank_accepts: {
      given: [
        ['payouts.payouts', { id: ID(61), payout_account_id: ID(63) }],
        ['payouts.bank_legs', { payout_id: ID(61), refused_at: FIRST }],
      ],
      insert: [{ payout_id: ID(61) }],
    },
  },
  'payouts.payout_holds hold_check': {
    payout_holds_frozen: { update: { basis_points: 2_000 } },
    payout_holds_ended_by: {
      given: [['payouts.payout_holds', { made_by: ID(1) }]],
      update: { ends_at: '2099-01-01T00:00:00Z', ended_by_name: 'Nobody', end_reason: 'None.' },
    },
  },
  'payouts.payout_holds released': {
    payout_holds_released: {
      given: [
        ['payouts.payout_holds', {}],
        ['payouts.held_amounts', {}],
      ],
      update: { ends_at: '2099-01-01T00:00:00Z', released_at: FIRST },
    },
  },
  // Of the role of the api only: tried with the columns that stay.
  'payouts.payout_runs own_preparer': {},
  'payouts.payout_runs run_check': {
    payout_runs_frozen: { update: { input_hash: 'cd'.repeat(32) } },
    payout_runs_computation: { given: [run({ state: 'computing' })], update: { state: 'computed' } },
    payout_runs_approved: { update: { state: 'approved' } },
  },
  'payouts.payouts kept_rows': { refused: { delete: true } },
  'payouts.payouts payout_check': {
    payouts_frozen: { update: { amount: 6, carry: 3 } },
    payouts_transition: {
      given: [
        ['payouts.payouts', { state: 'carried', failure: 'Closed.', run_id: ID(20) }],
        ['payouts.payout_approvals', { run_id: ID(20), computation: 1, input_hash: 'ab'.repeat(32) }],
        run(),
      ],
      update: { state: 'reserved' },
    },
    payouts_given_up: {
      given: [['payouts.payouts', { state: 'carried', failure: 'Closed.', given_up_at: FIRST, run_id: ID(20) }], run()],
      update: { given_up_at: LATER },
    },
    payouts_approved: { given: [['payouts.payouts', { run_id: ID(20) }], run()], update: { state: 'reserved' } },
  },
  'payouts.run_decisions decision_check': {
    run_decisions_preparer: { given: [run()], insert: [{ run_id: ID(20), computation: 1, decided_by: ID(2) }] },
    run_decisions_state: { given: [run()], insert: [{ run_id: ID(20), computation: 2, decided_by: ID(1) }] },
  },
};

/** An approval that waits and is superseded, as its proposer will be told. */
const waiting = (n: number, kind: string, payload: object = {}): readonly [string, Row] => [
  'approvals.approvals',
  {
    ...approved(kind, ID(8)),
    ...{ id: ID(n), state: 'waiting', decided_at: null, decided_by: null, decided_by_name: null, payload },
  },
];
const SUPERSEDED = `select 1 from approvals.approvals a join platform.outbox_events e on e.payload->>'approval_id' = a.id::text
  where a.state = 'superseded' and a.decided_at is not null and e.type = 'approval.decided' and e.payload->>'state' = a.state`;

export const EFFECTS: Readonly<Record<string, TriggerEffect>> = {
  'billing.disputes approvals_end': {
    given: [
      ['billing.disputes', { id: ID(9), invoice_id: ID(8) }],
      waiting(60, 'give_back', { type: 'dispute', id: ID(9) }),
    ],
    update: { status: 'under_review' },
    shows: SUPERSEDED,
  },
  'billing.invoices approvals_end': {
    // A refund is of what was paid, and goes on waiting.
    given: [
      ['billing.invoices', { id: ID(8) }],
      waiting(60, 'write_off'),
      waiting(61, 'give_back', { type: 'refund' }),
    ],
    update: { state: 'credited' },
    shows: SUPERSEDED,
  },
  'billing.policies share_follows': {
    given: [['billing.split_rules', { org_id: null, author_bps: 7_000, valid_from: '2025-01-01T00:00:00Z' }]],
    insert: [{ key: 'author_share', value: { basis_points: 6_000 } }],
    shows: `select 1 from billing.split_rules n join billing.split_rules o on o.valid_to = n.valid_from where n.author_bps = 6000 and n.valid_to is null`,
  },
  'ledger.ledger_account open_balance': {
    given: [['ledger.account_code', { code: 'bank', live: true }]],
    insert: [{ id: 900, code: 'bank' }],
    shows: 'select 1 from ledger.account_balance where account_id = 900',
  },
};
