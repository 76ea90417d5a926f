import { withoutSpace } from './canonical-json.js';
import { STATEMENT_SCHEMA, type StatementDocument } from './document.js';

/** The text is not a statement as described in docs/statement-format.md; the message says where. */
export class StatementUnreadable extends Error {
  override readonly name = 'StatementUnreadable';
}

type Rule = RegExp | ((value: unknown) => boolean) | Shape | readonly [Shape];
/** A key that ends with `?` is optional. */
interface Shape {
  readonly [key: string]: Rule;
}

const MINOR = /^(?:0|-?[1-9]\d{0,30})$/;
const COUNT = /^(?:0|[1-9]\d{0,30})$/;
const TEXT = /^/;
const ID = /^[\w.:-]{1,255}$/;
const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/;
const INSTANT = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const HASH = /^[0-9a-f]{64}$/;
const SALT = /^[0-9a-f]{32}$/;
const whole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
/** A valid calendar date: `Date` would silently read 30 February as 2 March. */
const TIME = (value: unknown): boolean =>
  typeof value === 'string' &&
  INSTANT.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString() === value;
const orNull =
  (rule: RegExp | ((value: unknown) => boolean)) =>
  (value: unknown): boolean =>
    value === null || (rule instanceof RegExp ? typeof value === 'string' && rule.test(value) : rule(value));
const listOf =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every((one) => typeof one === 'string' && pattern.test(one));

const LINE: Shape = {
  line_id: ID,
  invoice_id: ID,
  invoice_number: ID,
  payment_tx: orNull(COUNT),
  month: MONTH,
  install_id: ID,
  drive_id: ID,
  drive_name: TEXT,
  venture_name: TEXT,
  from_at: TIME,
  to_at: TIME,
  price_minor: COUNT,
  seconds: COUNT,
  month_seconds: COUNT,
  gross_minor: COUNT,
  author_bps: (value) => whole(value) && (value as number) <= 10_000,
  running_before: COUNT,
  running_after: COUNT,
  share_before_minor: COUNT,
  share_after_minor: COUNT,
  author_minor: COUNT,
  platform_minor: COUNT,
};

const DOCUMENT: Shape = {
  schema: (value) => value === STATEMENT_SCHEMA,
  statement: {
    id: ID,
    month: MONTH,
    currency: /^[a-z]{3}$/,
    exponent: (value) => whole(value) && (value as number) <= 3,
    author_id: ID,
    author_name: TEXT,
    run_id: ID,
    payout_id: orNull(ID),
    after_tx: COUNT,
    cutoff_tx: COUNT,
    opening_minor: MINOR,
    earned_minor: MINOR,
    adjustments_minor: MINOR,
    closing_minor: MINOR,
    paid_minor: COUNT,
    carried_minor: MINOR,
    held_minor: COUNT,
    reserve_minor: COUNT,
    disputed_minor: COUNT,
    fees_minor: /^0$/,
    pending_minor: COUNT,
    lines_elsewhere: whole,
    outcome: /^(?:open|paid|carried|nothing)$/,
    reason: ID,
    reason_text: TEXT,
    transfer_id: orNull(ID),
    settled_at: orNull(TIME),
    unpaid: [
      {
        reason: ID,
        amount_minor: MINOR,
        expected_at: TIME,
        note: orNull(TEXT),
        reason_text: TEXT,
        date_kind: /^(?:expected|looked_at|act_by|tried_again)$/,
        waits_for: TEXT,
        who_acts: /^(?:author|tenant|finance|processor|nobody)$/,
      },
    ],
    self_billing_number: orNull(ID),
  },
  payments: [{ ledger_tx: COUNT, invoice_id: ID, charge: ID, booked_at: TIME, lines: whole, amount_minor: MINOR }],
  lines: [LINE],
  pending: [LINE],
  entries: [
    {
      ledger_tx: COUNT,
      kind: ID,
      title: TEXT,
      source_type: ID,
      source_id: ID,
      booked_at: TIME,
      amount_minor: MINOR,
      lines: [{ line_id: ID, amount_minor: MINOR }],
    },
  ],
};
const PROOF: Shape = {
  salts: listOf(SALT),
  position: whole,
  size: whole,
  path: listOf(HASH),
  tree_root: HASH,
  previous_root: HASH,
  root: HASH,
};

/**
 * Parses a statement strictly: exactly the defined fields, each in its format, and no duplicate keys.
 * @throws StatementUnreadable
 */
export function parseStatement(text: string): StatementDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new StatementUnreadable(`Not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { proof, ...rest } = object(value, '');
  if (!Object.hasOwn(value as object, 'proof')) throw new StatementUnreadable('/proof is missing');
  check(rest, DOCUMENT, '');
  if (proof !== null) check(proof, PROOF, '/proof');
  // A key written in two ways could be a duplicate that the parser does not see.
  if (withoutSpace(text.trim()) !== JSON.stringify(value))
    throw new StatementUnreadable('The file contains a field twice, or a value is not written in its original form.');
  return value as StatementDocument;
}

function object(value: unknown, at: string): Record<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new StatementUnreadable(`${at || 'The document'} is not an object`);
  return value as Record<string, unknown>;
}

function check(value: unknown, shape: Shape, at: string): void {
  const fields = object(value, at);
  for (const key of Object.keys(fields))
    if (!Object.hasOwn(shape, key)) throw new StatementUnreadable(`${at}/${key} does not belong here`);
  for (const [key, rule] of Object.entries(shape)) {
    if (!Object.hasOwn(fields, key)) throw new StatementUnreadable(`${at}/${key} is missing`);
    checkField(fields[key], rule, `${at}/${key}`);
  }
}

function checkField(value: unknown, rule: Rule, at: string): void {
  if (isList(rule)) {
    if (!Array.isArray(value)) throw new StatementUnreadable(`${at} is not a list`);
    value.forEach((item, index) => check(item, rule[0], `${at}/${index}`));
  } else if (rule instanceof RegExp || typeof rule === 'function') {
    const fits = rule instanceof RegExp ? typeof value === 'string' && rule.test(value) : rule(value);
    if (!fits) throw new StatementUnreadable(`${at} has the wrong format`);
  } else check(value, rule, at);
}

function isList(rule: Rule): rule is readonly [Shape] {
  return Array.isArray(rule);
}
