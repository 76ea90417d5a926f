import { anything, country, currency, flag, instant, name, region, taxId, text } from './shapes.js';
import { amount, isObject, listOf, mapOf, month, namesOrMapOf, oneOf, optional, record, whole } from './shapes.js';
import type { Read, RecordOf, Shape } from './shapes.js';

/** Version of the input; docs/money-case.md describes it. */
const SCENARIO_VERSION = 1;

const price = amount(0n, 100_000_000_000_000_000n);
const basisPoints = whole(0, 10_000);
/** Earlier cases say the only way. */
const rounding = oneOf('running');
/** Identifies the invoice of a tenant, month and currency. */
const invoice = { tenant: name, month, currency: optional(currency) };
const card = oneOf('ok', 'declined', 'requires_action', 'none');
const reason = oneOf(
  ...(['requested_by_customer', 'duplicate', 'fraudulent', 'service_failure', 'billing_error', 'other'] as const),
);
/** The processor's dispute statuses; `appeal_won` and `appeal_lost` end an appeal. */
const stage = oneOf(
  ...(['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented'] as const),
  ...(['needs_response', 'under_review', 'won', 'lost'] as const),
  ...(['appeal_needs_response', 'appeal_under_review', 'appeal_won', 'appeal_lost'] as const),
);
export type DisputeStage = Read<typeof stage>;
/** A part of an invoice: an amount, or lines by install, and by start where an install has several. */
const part = {
  amount: optional(amount(1n)),
  lines: optional(listOf(record({ install: name, from: optional(instant), amount: optional(amount(1n)) }), 1_000)),
};

const EVENTS = {
  install: {
    install: name,
    drive: name,
    tenant: name,
    venture: optional(name),
    plan: optional(name),
    price,
    currency: optional(currency),
    trial_days: optional(whole(1, 3_650)),
    basis_points: optional(basisPoints),
    rounding: optional(rounding),
  },
  change_plan: { install: name, plan: optional(name), price, currency: optional(currency) },
  uninstall: { install: name },
  policy: { key: name, value: anything },
  author_share: {
    author: optional(name),
    drive: optional(name),
    basis_points: basisPoints,
    rounding: optional(rounding, 'running'),
  },
  card: { tenant: name, card },
  payment: { ...invoice, outcome: oneOf('paid', 'declined', 'requires_action'), fee: optional(amount(0n)) },
  refund: {
    refund: name,
    ...invoice,
    ...part,
    outcome: optional(oneOf('succeeded', 'pending', 'refused'), 'succeeded'),
    reason: optional(reason, 'requested_by_customer'),
  },
  refund_update: { refund: name, outcome: oneOf('succeeded', 'failed') },
  credit_note: { ...invoice, ...part, reason: optional(reason, 'billing_error') },
  dispute: {
    dispute: name,
    ...invoice,
    amount: optional(amount(1n)),
    fee: optional(amount(0n), 0n),
    reason: optional(text(100), 'general'),
    stage: optional(oneOf('needs_response', 'warning_needs_response'), 'needs_response'),
  },
  dispute_update: { dispute: name, stage, fee: optional(amount(-999_999_999_999_999_999n), 0n) },
  write_off: invoice,
  list: { drive: name, currency: optional(currency) },
  delist: { drive: name },
  billing: { drive: name, billing: oneOf('platform', 'author') },
  payout_account: { author: name, account: oneOf('ready', 'not_ready', 'closed'), country: optional(country) },
  swap_account: {
    author: name,
    account: optional(oneOf('ready', 'not_ready'), 'ready'),
    country: optional(country),
  },
  author_leaves: { author: name },
  hold: {
    hold: name,
    author: name,
    kind: oneOf('review', 'dispute_rate', 'tax', 'manual'),
    basis_points: whole(1, 10_000),
    months: optional(whole(1, 24)),
    until: optional(instant),
    reason: optional(text(300, 3), 'As the scenario says'),
  },
  release_hold: { hold: name, now: optional(flag, true) },
  recovery: {
    recovery: name,
    author: name,
    currency: optional(currency),
    how: oneOf('written_off', 'paid_otherwise'),
    amount: optional(amount(1n)),
  },
  close_month: { month },
  prepare_run: { month, by: optional(name, 'preparer') },
  approve_run: { month, by: optional(name, 'approver') },
  execute_run: { month },
  retry_run: { month },
  cancel_run: { month },
  pause_run: { month },
  resume_run: { month },
  transfer: {
    month,
    author: name,
    currency: optional(currency),
    outcome: oneOf('made', 'destination_refused', 'insufficient', 'unknown'),
  },
  balance: { currency: optional(currency), available: amount(-999_999_999_999_999_999n) },
};
type EventType = keyof typeof EVENTS;
/** An event of one type. */
export type EventOf<T extends EventType> = { readonly type: T; readonly at: Date } & RecordOf<(typeof EVENTS)[T]>;
export type ScenarioEvent = { [T in EventType]: EventOf<T> }[EventType];

const types = Object.keys(EVENTS) as EventType[];
const shapes = new Map(
  types.map((type) => [type, record({ at: instant, type: oneOf(type), note: optional(text(500)), ...EVENTS[type] })]),
);

/** Parses one event, whose members depend on its `type`. */
const scenarioEvent: Shape<ScenarioEvent> = (value, pointer, problems) => {
  const of = shapes.get((isObject(value) ? value['type'] : undefined) as EventType);
  if (of) return of(value, pointer, problems) as ScenarioEvent | undefined;
  return oneOf(...types)(isObject(value) ? value['type'] : value, `${pointer}/type`, problems) as undefined;
};

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
  account: optional(oneOf('ready', 'not_ready', 'none'), 'ready'),
  card: optional(oneOf('ok', 'declined'), 'ok'),
});
const drive = record({
  basis_points: optional(basisPoints),
  author: optional(name),
  first_party: optional(flag, false),
  billing: optional(oneOf('platform', 'author'), 'platform'),
});
const tenant = record({
  card: optional(card, 'ok'),
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
  policies: optional(mapOf(name, anything), new Map<string, unknown>()),
  currencies: optional(mapOf(currency, currencyRow), new Map<string, Read<typeof currencyRow>>()),
  processor_fee: optional(
    record({ basis_points: optional(basisPoints, 0), fixed: optional(mapOf(currency, amount(0n)), new Map()) }),
    { basis_points: 0, fixed: new Map<string, bigint>() },
  ),
  authors: optional(namesOrMapOf(author), new Map<string, Read<typeof author>>()),
  drives: mapOf(name, drive),
  tenants: namesOrMapOf(tenant),
  events: listOf(scenarioEvent),
});

/** What happens in a money case, with all defaults. */
export type Scenario = Read<typeof scenarioShape>;
