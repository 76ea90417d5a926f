/** Values of a row by column; omitted ones are filled in by type. `null` is written. */
export type Row = Readonly<Record<string, unknown>>;

/** A row that its table takes, and for each CHECK over several columns a change with which exactly that one refuses it. */
interface GuardedTable {
  /** What the catalogue of the database does not tell. */
  readonly row?: Row;
  readonly checks?: Readonly<Record<string, Row>>;
  /** Values of a row that a partial or computed unique index covers, and values in which its duplicate differs. */
  readonly unique?: Readonly<Record<string, { both: Row; twin?: Row }>>;
}

const ID = (n: number): string => `0190b000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const FIRST = '2026-01-05T00:00:00Z';
const LATER = '2026-02-05T00:00:00Z';
const BYTES = `\\x${'ab'.repeat(32)}`;
/** Columns of everything that two people decide. */
const decided = { state: 'approved', decided_at: FIRST, decided_by: ID(2), decided_by_name: 'Second' };
const proposed = { state: 'proposed', proposed_by: ID(1), decided_at: null, decided_by: null, decided_by_name: null };

export const GUARDED: Readonly<Record<string, GuardedTable>> = {
  'billing.billing_details': {
    row: { country: 'DE' },
    checks: {
      billing_details_check: { tax_id: 'DE1' },
    },
  },
  'billing.credit_note_counters': {
    row: { legal_entity: 'other', last_number: 1 },
  },
  'billing.credit_notes': {
    row: { kind: 'cancellation', legal_entity: 'default', currency: 'usd' },
    checks: {
      credit_notes_check: { net: 0, tax: 0 },
      credit_notes_check1: { refund_id: ID(3) },
      credit_notes_check2: { voided_at: FIRST },
    },
    unique: {
      credit_notes_refund_id_key: { both: { kind: 'refund', refund_id: ID(3) } },
      credit_notes_request_key: { both: { request_key: 'one-key' } },
    },
  },
  'billing.dispute_steps': { row: { status: 'lost', phase: 'lost' } },
  'billing.disputes': {
    row: { status: 'needs_response', phase: 'opened', amount: 10, withdrawn: 10, covered: 10 },
    checks: {
      disputes_check: { covered: 11 },
      disputes_check1: { phase: 'none' },
      disputes_check2: { covered: null },
    },
  },
  'billing.install_segments': {
    row: { amount: 1, price_id: ID(4), org_id: ID(5), author_bps: 7000, started_at: FIRST, ended_at: LATER },
    checks: {
      install_segments_check: { trial_ends_at: '2026-01-04T00:00:00Z' },
      install_segments_ends_after_start: { ended_at: '2026-01-04T00:00:00Z' },
      install_segments_first_party: { org_id: null },
      install_segments_free: { price_id: null },
    },
    unique: { install_segments_no_overlap: { both: {}, twin: { id: ID(6), opened_by_event: ID(7) } } },
  },
  'billing.invoice_counter': {
    row: { only_row: true },
  },
  'billing.invoice_lines': {
    row: {
      month: '2099-01-01',
      org_id: ID(5),
      gross: 10,
      author_bps: 7000,
      author_share: 7,
      platform_share: 3,
      seconds: 1,
      month_seconds: 10,
      to_at: LATER,
    },
    checks: {
      invoice_lines_first_party: { org_id: null },
      invoice_lines_shares: { author_share: 8 },
      invoice_lines_span: { seconds: 11 },
    },
  },
  'billing.invoices': {
    row: { state: 'open', issued_at: FIRST, subtotal: 10, number_seq: 900_001, kind: 'installs' },
    checks: {
      invoices_below_minimum: { state: 'below_minimum' },
      invoices_carried_from: { carried_from: ID(8) },
      invoices_check: { issued_at: null },
      invoices_check1: { paid_at: FIRST },
      invoices_check2: { state: 'uncollectible', next_retry_at: FIRST },
      invoices_dunning: { past_due_at: LATER, suspend_at: FIRST },
      invoices_fault_told: { fault: 'no_rule: what nobody here knows' },
      invoices_something_due: { carried_out: 10 },
      invoices_tax_explained: { tax: 1 },
    },
    unique: {
      invoices_carried_once: { both: { carried_from: ID(8), carried_in: 1 } },
      invoices_tax_calculation_id_key: { both: { tax_calculation_id: 'taxcalc_1' } },
      invoices_tax_transaction_id_key: { both: { tax_transaction_id: 'tax_1' } },
    },
  },
  'billing.line_adjustments': {
    row: {
      org_id: ID(5),
      source_type: 'refund',
      gross: 10,
      tax: 0,
      author_share: 7,
      platform_share: 3,
    },
    checks: {
      line_adjustments_check: { org_id: null },
      line_adjustments_one_way: { tax: -1 },
      line_adjustments_shares: { author_share: 8 },
    },
  },
  'billing.listing_fees': {
    row: { amount: 10, netted: 10, invoice_id: null },
    checks: {
      listing_fees_asked: { netted: 9 },
      listing_fees_check: { netted: 11, invoice_id: ID(8) },
      listing_fees_tax_explained: { tax: 1, netted: 11 },
    },
  },
  'billing.card_pages': {
    row: { state: 'open', page_id: 'cs_1', ended_at: null },
    checks: {
      card_pages_ended: { ended_at: FIRST },
      card_pages_known: { state: 'saved', ended_at: FIRST, page_id: null },
    },
  },
  'billing.payments': {
    row: { state: 'sending', amount: 10 },
    checks: {
      payments_check: { charge_id: 'ch_1' },
      payments_check1: { ended_at: FIRST },
    },
    unique: {
      payments_balance_transaction_id_key: { both: { balance_transaction_id: 'txn_1' } },
      payments_charge_id_key: { both: { state: 'surplus', charge_id: 'ch_1', ended_at: FIRST } },
      payments_numbered: { both: { state: 'declined', ended_at: FIRST } },
      payments_payment_intent_id_key: { both: { payment_intent_id: 'pi_1' } },
    },
  },
  'billing.periods': {
    row: {
      state: 'closed',
      month: '2026-01-01',
      closing_at: FIRST,
      closed_at: FIRST,
      lines_written_at: FIRST,
      frozen_at: FIRST,
    },
    checks: {
      periods_check: { closing_at: null },
      periods_check1: { closed_at: null },
      periods_check2: { lines_written_at: null },
      periods_check3: { state: 'open', closing_at: null, closed_at: null, lines_written_at: null },
      periods_check4: { frozen_at: null },
    },
  },
  'billing.policies': {
    row: { key: 'trial_days', version: 900, value: 0, ...proposed },
    checks: {
      policies_check: { decided_at: FIRST },
      policies_check1: { state: 'rejected', decided_at: FIRST },
      policies_second_person: { ...decided, decided_by: ID(1) },
    },
    unique: {
      policies_pkey: { both: {}, twin: { key: 'tax', version: 901 } },
      policies_one_beginning: { both: { ...decided, valid_from: '2020-01-01T00:00:00Z' } },
    },
  },
  'billing.refund_attempts': {
    row: { refund_id: ID(3), n: 1, idempotency_key: `rf_${ID(3)}_1`, state: 'sending' },
    checks: {
      refund_attempts_check: { ended_at: FIRST },
      refund_attempts_key: { idempotency_key: 'rf_other_1' },
    },
    unique: {
      refund_attempts_one_live: { both: {}, twin: { n: 2, idempotency_key: `rf_${ID(3)}_2` } },
      refund_attempts_pkey: { both: { state: 'void', ended_at: FIRST }, twin: {} },
    },
  },
  'billing.refunds': {
    row: { origin: 'portal', scope: 'amount', reason: 'other', state: 'requested', amount: 10 },
    checks: {
      refunds_check: { covered: 11, booked_at: FIRST, provider_refund_id: 're_1', balance_transaction_id: 'txn_1' },
      refunds_check1: { covered: 1 },
      refunds_check2: { covered: 1, booked_at: FIRST },
      refunds_check3: { state: 'succeeded', ended_at: FIRST },
      refunds_check4: { ended_at: FIRST },
      refunds_check5: { origin: 'processor' },
      refunds_surplus_takes_nothing: {
        scope: 'surplus',
        covered: 1,
        booked_at: FIRST,
        provider_refund_id: 're_1',
        balance_transaction_id: 'txn_1',
      },
    },
    unique: {
      refunds_balance_transaction_id_key: { both: { balance_transaction_id: 'txn_1' } },
      refunds_failure_transaction_id_key: { both: { failure_transaction_id: 'txn_2' } },
      refunds_provider_refund_id_key: { both: { provider_refund_id: 're_1' } },
      refunds_request_key: { both: { request_key: 'one-key' } },
    },
  },
  'billing.share_overrides': {
    row: { org_id: ID(5), basis_points: 7_000, month: '2099-01-01', ...proposed },
    checks: {
      share_overrides_check: { decided_at: FIRST },
      share_overrides_one_scope: { drive_id: ID(9) },
      share_overrides_second_person: { ...decided, decided_by: ID(1) },
    },
    unique: { share_overrides_one_proposal: { both: {}, twin: { id: ID(6) } } },
  },
  'billing.split_rules': {
    row: { id: 900, author_bps: 7_000, org_id: ID(5), valid_from: FIRST },
    checks: {
      split_rules_check: { valid_to: FIRST },
      split_rules_one_scope: { drive_id: ID(9) },
    },
    unique: {
      split_rules_no_overlap: { both: {}, twin: { id: 901, valid_from: LATER } },
      split_rules_override_once: { both: { override_id: ID(6) }, twin: { id: 901, org_id: ID(7) } },
      split_rules_pkey: { both: {}, twin: { org_id: ID(7) } },
    },
  },
  'billing.suspensions': { row: {}, checks: { suspensions_check: { resumed_at: '2026-01-04T00:00:00Z' } } },
  'billing.tax_reversals': {
    row: { state: 'due', net: 1, tax: 1 },
    checks: {
      tax_reversals_check: { net: 0, tax: 0 },
      tax_reversals_check1: { transaction_id: 'tax_1' },
      tax_reversals_check2: { ended_at: FIRST },
      tax_reversals_void_unsent: { state: 'void', ended_at: FIRST, sends: 1 },
    },
    unique: { tax_reversals_transaction: { both: { state: 'reversed', transaction_id: 'tax_1', ended_at: FIRST } } },
  },
  'billing.tenant_customers': {
    row: { customer_id: 'cus_1' },
    checks: { tenant_customers_check: { payment_method_id: 'pm_1' } },
  },
  'billing.write_offs': {
    row: proposed,
    checks: {
      write_offs_check: { decided_at: FIRST },
      write_offs_second_person: { ...decided, decided_by: ID(1) },
    },
  },
  'ledger.account_balance': {
    row: { account_id: 900 },
  },
  'ledger.account_code': {
    row: { code: 'other', kind: 'asset', owned: false, live: false, floor: null },
    checks: {
      account_code_check: { floor: 0 },
      account_code_clears: { clears: true, owned: true },
    },
  },
  'ledger.account_snapshot': {
    row: { account_id: 900 },
  },
  'ledger.closed_periods': {
    row: { period: '2026-01-01' },
  },
  'ledger.currency': {
    row: { code: 'xts', exponent: 2, charge_multiple: 1, payout_multiple: 1, min_charge: 50, min_payout: 100 },
    checks: {
      currency_multiples: { payout_multiple: 7 },
    },
  },
  'ledger.ledger_account': {
    row: { id: 900, code: 'bank', currency: 'usd', owner_id: ID(5) },
  },
  'ledger.ledger_entry': {
    row: { tx_id: 900, seq: 1 },
  },
  'ledger.ledger_tx': {
    row: { id: 900, kind: 'other', idempotency_key: 'other:1', expected_entries: 2 },
    unique: { ledger_tx_reversed_once: { both: { reverses_tx_id: 1 } } },
  },
  'ledger.posting_kinds': {
    row: {
      kind: 'other',
      source_type: 'other',
      key_form: 'other:{source}',
      debits: ['bank'],
      credits: ['suspense'],
      decided_by: 'portal',
    },
  },
  'ledger.seal_checks': {
    row: { id: 900, head: BYTES, previous: BYTES, sha256: BYTES, ok: true, broken: [] },
    checks: {
      seal_checks_check: { ok: false },
    },
  },
  'ledger.seals': {
    row: { id: 900, from_tx: 900, to_tx: 901, previous: BYTES, sha256: BYTES },
    checks: {
      seals_check: { to_tx: 900 },
    },
    unique: {
      seals_from_tx_key: { both: {}, twin: { id: 902, to_tx: 902 } },
      seals_to_tx_key: { both: {}, twin: { id: 902, from_tx: 899 } },
    },
  },
  'payouts.conversions': {
    row: { source_currency: 'eur', target_currency: 'usd', exchange_rate: 1.0834 },
    checks: {
      conversions_two_currencies: { target_currency: 'eur' },
    },
  },
  'payouts.held_amounts': {
    row: { month: '2026-01' },
  },
  'payouts.payout_accounts': {
    row: { country: 'DE', state: 'ready', provider_account_id: 'acct_1', active: true },
    checks: {
      payout_accounts_check: { provider_account_id: null },
      payout_accounts_check1: { state: 'closed' },
    },
    unique: {
      payout_accounts_one_successor: { both: { active: false }, twin: { id: ID(6), provider_account_id: 'acct_2' } },
      payout_accounts_pkey: { both: { active: false, state: 'closed' } },
      payout_accounts_provider_account_id_key: { both: { active: false, state: 'closed' } },
    },
  },
  'payouts.payout_attempts': {
    row: { state: 'sending' },
    checks: {
      payout_attempts_check: { transfer_id: 'tr_1' },
    },
    unique: {
      payout_attempts_pkey: { both: { state: 'void' } },
      payout_attempts_transfer_id_key: { both: { state: 'accepted', transfer_id: 'tr_1' } },
    },
  },
  'payouts.payout_holds': {
    row: { kind: 'manual', basis_points: 1_000 },
    checks: {
      payout_holds_check: { ends_at: '2026-01-04T00:00:00Z' },
    },
    unique: {
      payout_holds_one_automatic: { both: { automatic: true } },
      payout_holds_request_key: { both: { request_key: 'one-key' } },
    },
  },
  'payouts.payout_runs': {
    row: {
      month: '2026-01',
      state: 'computed',
      cutoff_tx: 1,
      input_hash: 'ab'.repeat(32),
      computation: 1,
      prepared_by: ID(1),
    },
    checks: {
      payout_runs_check: { cutoff_tx: null },
    },
    unique: {
      payout_runs_one_open: { both: {}, twin: { id: ID(6), month: '2026-02' } },
      payout_runs_one_per_month: { both: { state: 'settled' } },
      payout_runs_pkey: { both: { state: 'cancelled' }, twin: { month: '2026-02' } },
    },
  },
  'payouts.payouts': {
    row: { state: 'computed', balance: 10, amount: 7, carry: 2, held: 1, provider_account_id: 'acct_1' },
    checks: {
      payouts_check: { provider_account_id: null },
      payouts_check1: { state: 'carried' },
      payouts_nothing_lost: { carry: 3 },
    },
  },
  'payouts.run_decisions': {
    row: { decision: 'hold', hold_id: ID(5), kinds: '{}', amount: 10, reason: 'Looked at by hand.' },
    checks: {
      run_decisions_hold: { hold_id: null },
    },
  },
  'payouts.recoveries': {
    row: { how: 'written_off', amount: 10, ...proposed },
    checks: {
      recoveries_check: { decided_at: FIRST },
      recoveries_check1: { left_owing: 1 },
      recoveries_evidence: { how: 'paid_otherwise' },
      recoveries_second_person: { ...decided, decided_by: ID(1), left_owing: 0 },
    },
    unique: { recoveries_request_key: { both: { request_key: 'one-key' } } },
  },
};

/** Never the first to refuse: another one that comes before forbids the same. */
export const NEVER_FIRST: Readonly<Record<string, string>> = {
  install_segments_one_open: 'two open segments of an install overlap: install_segments_no_overlap',
  refund_attempts_idempotency_key_key: 'the key is made of the primary key: refund_attempts_key, refund_attempts_pkey',
};

/** Further values of a row with the tested reference, and values that change with it. */
export const REFERRING: Readonly<Record<string, { row?: Row; with?: Row }>> = {
  credit_notes_refund_id_fkey: { row: { kind: 'refund', refund_id: ID(3) } },
  invoices_carried_from_fkey: { row: { carried_in: 1, carried_from: ID(8) } },
  listing_fees_invoice_id_fkey: { row: { netted: 1, invoice_id: ID(8) } },
  refund_attempts_refund_id_fkey: { with: { idempotency_key: `rf_${ID(404)}_1` } },
};

/** Of nothing. */
export const NOWHERE = ID(404);
