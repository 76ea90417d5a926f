/** Version of the shape below; docs/statement-format.md describes it. */
export const STATEMENT_SCHEMA = 'drive-portal.statement.v1';

/**
 * One billed stretch of one install. Amounts are minor units as decimal text.
 * gross = price x seconds / month_seconds, half up. The author's part is what the running total of author, currency and
 * month grew by: running_after = running_before + gross x author_bps, share = R(running / 10000), R half up. A line with
 * `rounding` is a total of its own: it starts at 0 and no other line goes on from it.
 */
export interface StatementLine {
  line_id: string;
  invoice_id: string;
  invoice_number: string;
  /** Ledger transaction of the payment that made this line owed; null while it is pending. */
  payment_tx: string | null;
  /** `YYYY-MM` of the use, which may lie before the statement's. */
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
  /** Only on lines that are rounded by themselves. */
  rounding?: 'line';
  running_before: string;
  running_after: string;
  share_before_minor: string;
  share_after_minor: string;
  author_minor: string;
  platform_minor: string;
}

/** A tenant's payment of one invoice that reached the author's balance. */
export interface StatementPayment {
  ledger_tx: string;
  invoice_id: string;
  /** Name of the charge at the processor. */
  charge: string;
  booked_at: string;
  lines: number;
  /** The author's part. */
  amount_minor: string;
}

/** What a booking takes back from one line, running on that line. */
export interface EntryLink {
  line_id: string;
  amount_minor: string;
}

/** A booking that is no payment of an invoice: refund, dispute, listing fee, hold, correction, or of a kind not known yet. */
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

/** A part of the closing balance that was not paid. */
export interface StatementUnpaid {
  reason: string;
  amount_minor: string;
  /** The next day on which something happens to it; what it means says `date_kind`. Null only where that is absent. */
  expected_at: string | null;
  /** What finance wrote about a hold. */
  note: string | null;
  /** The words of the next four are absent together, in statements that were sealed before they were written. */
  reason_text?: string;
  date_kind?: 'expected' | 'looked_at' | 'act_by' | 'tried_again';
  /** What has to happen before it is paid, */
  waits_for?: string;
  /** and who can bring it about. */
  who_acts?: 'author' | 'tenant' | 'finance' | 'processor' | 'nobody';
}

export interface StatementHeader {
  id: string;
  /** `YYYY-MM` */
  month: string;
  currency: string;
  /** Digits of the minor unit. */
  exponent: number;
  author_id: string;
  author_name: string;
  run_id: string;
  payout_id: string | null;
  /** Bookings after this ledger transaction ... */
  after_tx: string;
  /** ... and up to this one. */
  cutoff_tx: string;
  opening_minor: string;
  earned_minor: string;
  adjustments_minor: string;
  /** opening + earned + adjustments = paid + carried + held */
  closing_minor: string;
  paid_minor: string;
  carried_minor: string;
  held_minor: string;
  /** Held back by earlier runs and disputes at the cutoff; not part of the sums above. */
  reserve_minor: string;
  disputed_minor: string;
  /** What the processor and the platform keep of a payout: nothing. */
  fees_minor: '0';
  /** Invoiced for this month, not paid by the tenants at the cutoff. */
  pending_minor: string;
  /** Lines of this month that a statement prepared before this one has, because they were paid before its cutoff. */
  lines_elsewhere: number;
  outcome: 'open' | 'paid' | 'carried' | 'nothing';
  reason: string;
  reason_text: string;
  transfer_id: string | null;
  settled_at: string | null;
  /** Every cent of carried + held, with its reason and date. */
  unpaid: StatementUnpaid[];
  self_billing_number: string | null;
}

/** Position of this statement in the tree of its month. Hashes are lower-case hex of SHA-256. */
export interface StatementProof {
  /** One per item in the order header, payments, lines, pending, entries; 16 random-looking bytes each. */
  salts: string[];
  /** Place of the statement among those of the month. */
  position: number;
  size: number;
  /** Sibling hashes from the statement's root up to the tree's. */
  path: string[];
  tree_root: string;
  /** Published root of the month sealed before; 64 zeros for the first. */
  previous_root: string;
  /** What is published for the month. */
  root: string;
}

export interface StatementDocument {
  schema: typeof STATEMENT_SCHEMA;
  statement: StatementHeader;
  payments: StatementPayment[];
  lines: StatementLine[];
  /** Invoiced for this month and not paid at the cutoff; not part of any sum above. */
  pending: StatementLine[];
  entries: StatementEntry[];
  /** Null until the month is sealed. */
  proof: StatementProof | null;
}

/** The file: two-space JSON and a line feed, keys in the order of the shape above. */
export function serializeStatement(document: StatementDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
