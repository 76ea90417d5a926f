import {
  amount,
  anything,
  byType,
  country,
  currency,
  flag,
  instant,
  listOf,
  mapOf,
  month,
  name,
  namesOrMapOf,
  oneOf,
  optional,
  record,
  region,
  required,
  taxId,
  text,
  whole,
  type Read,
} from './shapes.js';

/** Version of the format; docs/simulate.md describes it. */
export const SCENARIO_VERSION = 1;
const MAX_EVENTS = 20_000;

const price = amount(0n, 100_000_000_000_000_000n);
const basisPoints = whole(0, 10_000);
const common = { at: required(instant), note: optional(text(500)) };
/** Identifies the invoice of a tenant, month and currency. */
const invoice = { tenant: required(name), month: required(month), currency: optional(currency) };
/** Identifies the payout of an author and currency in a month's run. */
const ofRun = { month: required(month) };

const ACCOUNT_STATES = ['ready', 'not_ready', 'none'] as const;
const CARD_STATES = ['ok', 'declined', 'requires_action', 'none'] as const;
const REFUND_REASONS = [
  'requested_by_customer',
  'duplicate',
  'fraudulent',
  'service_failure',
  'billing_error',
  'other',
] as const;
/** The processor's dispute statuses; `appeal_won` and `appeal_lost` end an appeal. */
export const DISPUTE_STAGES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
  'appeal_won',
  'appeal_lost',
] as const;
export type DisputeStage = (typeof DISPUTE_STAGES)[number];

/** A part of an invoice: lines by install, and by start where an install has several. */
const lines = listOf(record({ install: required(name), from: optional(instant), amount: optional(amount(1n)) }), 1_000);
const part = { amount: optional(amount(1n)), lines: optional(lines) };

const events = {
  install: record({
    ...common,
    type: required(oneOf(['install'])),
    install: required(name),
    drive: required(name),
    tenant: required(name),
    venture: optional(name),
    plan: optional(name),
    price: required(price),
    currency: optional(currency),
    trial_days: optional(whole(1, 3_650)),
    basis_points: optional(basisPoints),
    rounding: optional(oneOf(['running'])),
  }),
  change_plan: record({
    ...common,
    type: required(oneOf(['change_plan'])),
    install: required(name),
    plan: optional(name),
    price: required(price),
    currency: optional(currency),
  }),
  uninstall: record({ ...common, type: required(oneOf(['uninstall'])), install: required(name) }),
  policy: record({
    ...common,
    type: required(oneOf(['policy'])),
    key: required(name),
    value: required(anything),
  }),
  author_share: record({
    ...common,
    type: required(oneOf(['author_share'])),
    author: optional(name),
    drive: optional(name),
    basis_points: required(basisPoints),
    rounding: optional(oneOf(['running']), 'running'),
  }),
  card: record({
    ...common,
    type: required(oneOf(['card'])),
    tenant: required(name),
    card: required(oneOf(CARD_STATES)),
  }),
  payment: record({
    ...common,
    type: required(oneOf(['payment'])),
    ...invoice,
    outcome: required(oneOf(['paid', 'declined', 'requires_action'])),
    fee: optional(amount(0n)),
  }),
  refund: record({
    ...common,
    type: required(oneOf(['refund'])),
    refund: required(name),
    ...invoice,
    ...part,
    outcome: optional(oneOf(['succeeded', 'pending', 'refused']), 'succeeded'),
    reason: optional(oneOf(REFUND_REASONS), 'requested_by_customer'),
  }),
  refund_update: record({
    ...common,
    type: required(oneOf(['refund_update'])),
    refund: required(name),
    outcome: required(oneOf(['succeeded', 'failed'])),
  }),
  credit_note: record({
    ...common,
    type: required(oneOf(['credit_note'])),
    ...invoice,
    ...part,
    reason: optional(oneOf(REFUND_REASONS), 'billing_error'),
  }),
  dispute: record({
    ...common,
    type: required(oneOf(['dispute'])),
    dispute: required(name),
    ...invoice,
    amount: optional(amount(1n)),
    fee: optional(amount(0n), 0n),
    reason: optional(text(100), 'general'),
    stage: optional(oneOf(['needs_response', 'warning_needs_response']), 'needs_response'),
  }),
  dispute_update: record({
    ...common,
    type: required(oneOf(['dispute_update'])),
    dispute: required(name),
    stage: required(oneOf(DISPUTE_STAGES)),
    fee: optional(amount(-999_999_999_999_999_999n), 0n),
  }),
  write_off: record({ ...common, type: required(oneOf(['write_off'])), ...invoice }),
  list: record({ ...common, type: required(oneOf(['list'])), drive: required(name), currency: optional(currency) }),
  delist: record({ ...common, type: required(oneOf(['delist'])), drive: required(name) }),
  billing: record({
    ...common,
    type: required(oneOf(['billing'])),
    drive: required(name),
    billing: required(oneOf(['platform', 'author'])),
  }),
  payout_account: record({
    ...common,
    type: required(oneOf(['payout_account'])),
    author: required(name),
    account: required(oneOf(['ready', 'not_ready', 'closed'])),
    country: optional(country),
  }),
  swap_account: record({
    ...common,
    type: required(oneOf(['swap_account'])),
    author: required(name),
    account: optional(oneOf(['ready', 'not_ready']), 'ready'),
    country: optional(country),
  }),
  author_leaves: record({ ...common, type: required(oneOf(['author_leaves'])), author: required(name) }),
  hold: record({
    ...common,
    type: required(oneOf(['hold'])),
    hold: required(name),
    author: required(name),
    kind: required(oneOf(['review', 'dispute_rate', 'tax', 'manual'])),
    basis_points: required(whole(1, 10_000)),
    months: optional(whole(1, 24)),
    until: optional(instant),
    reason: optional(text(300, 3), 'As the scenario says'),
  }),
  release_hold: record({
    ...common,
    type: required(oneOf(['release_hold'])),
    hold: required(name),
    now: optional(flag, true),
  }),
  recovery: record({
    ...common,
    type: required(oneOf(['recovery'])),
    recovery: required(name),
    author: required(name),
    currency: optional(currency),
    how: required(oneOf(['written_off', 'paid_otherwise'])),
    amount: optional(amount(1n)),
  }),
  close_month: record({ ...common, type: required(oneOf(['close_month'])), month: required(month) }),
  prepare_run: record({ ...common, type: required(oneOf(['prepare_run'])), ...ofRun, by: optional(name, 'preparer') }),
  approve_run: record({ ...common, type: required(oneOf(['approve_run'])), ...ofRun, by: optional(name, 'approver') }),
  execute_run: record({ ...common, type: required(oneOf(['execute_run'])), ...ofRun }),
  retry_run: record({ ...common, type: required(oneOf(['retry_run'])), ...ofRun }),
  cancel_run: record({ ...common, type: required(oneOf(['cancel_run'])), ...ofRun }),
  pause_run: record({ ...common, type: required(oneOf(['pause_run'])), ...ofRun }),
  resume_run: record({ ...common, type: required(oneOf(['resume_run'])), ...ofRun }),
  transfer: record({
    ...common,
    type: required(oneOf(['transfer'])),
    ...ofRun,
    author: required(name),
    currency: optional(currency),
    outcome: required(oneOf(['made', 'destination_refused', 'insufficient', 'unknown'])),
  }),
  balance: record({
    ...common,
    type: required(oneOf(['balance'])),
    currency: optional(currency),
    available: required(amount(-999_999_999_999_999_999n)),
  }),
};

/** Parses one event. */
export const scenarioEvent = byType(events);

const currencyRow = record({
  exponent: optional(whole(0, 3)),
  charge_multiple: optional(whole(1, 1_000_000)),
  payout_multiple: optional(whole(1, 1_000_000)),
  min_charge: optional(amount(1n)),
  min_payout: optional(amount(1n)),
});

const author = record({
  basis_points: optional(basisPoints),
  country: optional(country, 'US'),
  account: optional(oneOf(ACCOUNT_STATES), 'ready'),
  card: optional(oneOf(['ok', 'declined']), 'ok'),
});
const drive = record({
  basis_points: optional(basisPoints),
  author: optional(name),
  first_party: optional(flag, false),
  billing: optional(oneOf(['platform', 'author']), 'platform'),
});
const tenant = record({
  card: optional(oneOf(CARD_STATES), 'ok'),
  country: optional(country, 'US'),
  region: optional(region),
  tax_id: optional(taxId),
});

export const scenarioShape = record({
  scenario: optional(whole(SCENARIO_VERSION, SCENARIO_VERSION), SCENARIO_VERSION),
  title: optional(text(200)),
  currency: optional(currency, 'usd'),
  until: optional(month),
  automatic: optional(
    record({ close: optional(flag, true), payouts: optional(flag, true), suspensions: optional(flag, true) }),
    { close: true, payouts: true, suspensions: true },
  ),
  policies: optional(mapOf(name, anything, 100), new Map<string, unknown>()),
  currencies: optional(mapOf(currency, currencyRow, 200), new Map<string, Read<typeof currencyRow>>()),
  processor_fee: optional(
    record({ basis_points: optional(basisPoints, 0), fixed: optional(mapOf(currency, amount(0n), 200), new Map()) }),
    { basis_points: 0, fixed: new Map<string, bigint>() },
  ),
  authors: optional(namesOrMapOf(author, 20_000), new Map<string, Read<typeof author>>()),
  drives: required(mapOf(name, drive, 20_000)),
  tenants: required(namesOrMapOf(tenant, 20_000)),
  events: required(listOf(scenarioEvent, MAX_EVENTS)),
});

/** A parsed scenario with all defaults. */
export type Scenario = Read<typeof scenarioShape>;
export type ScenarioEvent = Scenario['events'][number];
type EventType = ScenarioEvent['type'];
/** An event of one type. */
export type EventOf<T extends EventType> = Extract<ScenarioEvent, { type: T }>;
