/** The result of a money case. Amounts are minor units as decimal text. */

export interface LineResult {
  month: string;
  /** Null for a first-party Drive. */
  author: string | null;
  currency: string;
  install: string;
  drive: string;
  tenant: string;
  venture: string;
  from: string;
  to: string;
  seconds: number;
  month_seconds: number;
  price: string;
  gross: string;
  basis_points: number;
  author_share: string;
  platform_share: string;
  running_gross: string;
  running_author_share: string;
}

export interface InvoiceResult {
  number: string;
  /** `listing_fee`: to an author, whose name is in `tenant`, without lines. */
  kind: 'installs' | 'listing_fee';
  tenant: string;
  month: string;
  currency: string;
  subtotal: string;
  tax: string;
  total: string;
  carried_in: string;
  carried_out: string;
  amount_due: string;
  state: string;
  issued_at: string | null;
  paid_at: string | null;
  next_try_at: string | null;
  problem: string | null;
  payments: PaymentResult[];
}

export interface PaymentResult {
  n: number;
  state: string;
  at: string | null;
  amount: string;
  fee: string | null;
  problem: string | null;
}

export interface RefundResult {
  refund: string;
  tenant: string;
  month: string;
  currency: string;
  scope: string;
  reason: string;
  amount: string;
  /** The part covered by lines; null until it is booked. */
  covered: string | null;
  state: string;
  problem: string | null;
  booked_at: string | null;
  ended_at: string | null;
}

export interface CreditNoteResult {
  number: string;
  kind: string;
  refund: string | null;
  tenant: string;
  month: string;
  currency: string;
  net: string;
  tax: string;
  total: string;
  reason: string;
  issued_at: string;
  voided_at: string | null;
}

export interface DisputeResult {
  dispute: string;
  tenant: string;
  month: string;
  currency: string;
  amount: string;
  status: string;
  phase: string;
  withdrawn: string | null;
  covered: string | null;
  fee: string;
  opened_at: string;
  closed_at: string | null;
}

/** The amount that a posting took from a line (positive) or returned to it (negative). */
export interface AdjustmentResult {
  at: string;
  kind: string;
  source: string;
  tenant: string;
  month: string;
  currency: string;
  author: string | null;
  install: string;
  from: string;
  gross: string;
  tax: string;
  author_share: string;
  platform_share: string;
}

export interface PostingResult {
  at: string;
  kind: string;
  source: string;
  legs: { account: string; owner: string | null; currency: string; amount: string }[];
}

export interface AccountResult {
  account: string;
  owner: string | null;
  currency: string;
  debits: string;
  credits: string;
  balance: string;
}

export interface TrialBalance {
  currency: string;
  debits: string;
  credits: string;
  difference: string;
}

export interface PayoutResult {
  author: string;
  currency: string;
  opening: string;
  earned: string;
  taken_back: string;
  listing_fees: string;
  released: string;
  other: string;
  balance: string;
  amount: string;
  paid: string;
  held: string;
  carried: string;
  state: string;
  reason: string;
  refused: string | null;
  settled_at: string | null;
  /** Unpaid amounts with reason, what they wait for and their next date. The parts and `paid` add up to `balance`. */
  unpaid: UnpaidResult[];
}

interface UnpaidResult {
  reason: string;
  reason_text: string;
  amount: string;
  expected_at: string;
  /** Meaning of the date: `expected`, `looked_at`, `act_by`, `tried_again`. */
  date_kind: string;
  waits_for: string;
  who_acts: string;
  hold: string | null;
}

export interface RunResult {
  month: string;
  state: string;
  prepared_at: string;
  approved_at: string | null;
  executed_at: string | null;
  settled_at: string | null;
  payouts: PayoutResult[];
}

export interface Observed {
  lines: LineResult[];
  invoices: InvoiceResult[];
  refunds: RefundResult[];
  credit_notes: CreditNoteResult[];
  disputes: DisputeResult[];
  adjustments: AdjustmentResult[];
  postings: PostingResult[];
  accounts: AccountResult[];
  trial_balance: TrialBalance[];
  runs: RunResult[];
}

export interface CheckResult {
  check: string;
  ok: boolean;
  detail: string;
}

/** A step that the engine refused. */
export interface RefusalResult {
  /** Index in `events`; null for automatic steps. */
  event: number | null;
  at: string;
  type: string;
  code: string;
  message: string;
}

export interface CaseResult extends Observed {
  simulation: number;
  title: string | null;
  months: { month: string; state: string }[];
  ended_at: string;
  refused: RefusalResult[];
  checks: CheckResult[];
}
