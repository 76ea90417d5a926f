/** Version of the shape below; docs/statement-format.md describes it. */
export const STATEMENT_SCHEMA = 'drive-portal.statement.v1';

/**
 * One billed segment of one install. Amounts are minor units as decimal text. gross = price x seconds / month_seconds,
 * rounded half up. The author's share is the increase of the running total of author, currency and month: running_after
 * = running_before + gross x author_bps, share = R(running / 10000), R half up.
 */
export interface StatementLine {
  line_id: string;
  invoice_id: string;
  invoice_number: string;
  /** Ledger transaction of the payment that made this line owed; null while it is pending. */
  payment_tx: string | null;
  /** `YYYY-MM` of the usage, which may be before the statement's month. */
  month: string;
  install_id: string;
  drive_id: string;
  drive_name: string;
  venture_name: string;
  from_at: string;
  to_at: string;
  price_minor: string;
  seconds: string;
  month_seconds: string;
  gross_minor: string;
  author_bps: number;
  running_before: string;
  running_after: string;
  share_before_minor: string;
  share_after_minor: string;
  author_minor: string;
  platform_minor: string;
}

/** A tenant's payment of one invoice, as far as it was credited to the author's balance. */
export interface StatementPayment {
  ledger_tx: string;
  invoice_id: string;
  /** Id of the charge at the processor. */
  charge: string;
  booked_at: string;
  lines: number;
  /** The author's share. */
  amount_minor: string;
}

/** Amount that an entry reverses on one line. */
export interface EntryLink {
  line_id: string;
  amount_minor: string;
}

/**
 * An entry that is not the payment of an invoice: refund, dispute, listing fee, hold, correction, or an unknown kind.
 */
export interface StatementEntry {
  ledger_tx: string;
  kind: string;
  title: string;
  source_type: string;
  source_id: string;
  booked_at: string;
  /** Negative when it is taken from the author. */
  amount_minor: string;
  lines: EntryLink[];
}

/** A part of the closing balance that was not paid out. */
export interface StatementUnpaid {
  reason: string;
  amount_minor: string;
  /** Date of its next event, explained by `date_kind`. */
  expected_at: string;
  /** Finance's note on a hold. */
  note: string | null;
  reason_text: string;
  date_kind: 'expected' | 'looked_at' | 'act_by' | 'tried_again';
  /** What has to happen before it is paid out. */
  waits_for: string;
  /** Who can make that happen. */
  who_acts: 'author' | 'tenant' | 'finance' | 'processor' | 'nobody';
}

export interface StatementHeader {
  id: string;
  /** `YYYY-MM` */
  month: string;
  currency: string;
  /** Number of decimals of the currency. */
  exponent: number;
  author_id: string;
  author_name: string;
  run_id: string;
  payout_id: string | null;
  /** First ledger transaction of the range, exclusive. */
  after_tx: string;
  /** Last ledger transaction of the range, inclusive. */
  cutoff_tx: string;
  opening_minor: string;
  earned_minor: string;
  adjustments_minor: string;
  /** opening + earned + adjustments = paid + carried + held */
  closing_minor: string;
  paid_minor: string;
  carried_minor: string;
  held_minor: string;
  /** Withheld by earlier runs and disputes at the cutoff; not part of the sums above. */
  reserve_minor: string;
  disputed_minor: string;
  /** Fees deducted from the payout by the processor and the platform: always zero. */
  fees_minor: '0';
  /** Invoiced for this month but not paid by the tenants at the cutoff. */
  pending_minor: string;
  /** Lines of this month that are on an earlier statement, because they were paid before its cutoff. */
  lines_elsewhere: number;
  outcome: 'open' | 'paid' | 'carried' | 'nothing';
  reason: string;
  reason_text: string;
  transfer_id: string | null;
  settled_at: string | null;
  /** The parts of carried + held, each with its reason and date. */
  unpaid: StatementUnpaid[];
  self_billing_number: string | null;
}

/** Position of this statement in the tree of its seal. Hashes are SHA-256 in lower-case hex. */
export interface StatementProof {
  /** One salt of 16 bytes per item, in the order header, payments, lines, pending, entries. */
  salts: string[];
  /** Index of the statement among those of the seal. */
  position: number;
  size: number;
  /** Sibling hashes from the statement's root up to the tree's. */
  path: string[];
  tree_root: string;
  /** Published root of the seal before; 64 zeros for the first one. */
  previous_root: string;
  /** The published root of the seal: of the statements of the month that became final together. */
  root: string;
}

export interface StatementDocument {
  schema: typeof STATEMENT_SCHEMA;
  statement: StatementHeader;
  payments: StatementPayment[];
  lines: StatementLine[];
  /** Lines invoiced for this month and not paid at the cutoff; not part of any sum above. */
  pending: StatementLine[];
  entries: StatementEntry[];
  /** Null until it is sealed. */
  proof: StatementProof | null;
}

/** The file's text: JSON indented by two spaces with a final line feed, keys in the order of the types above. */
export function serializeStatement(document: StatementDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
