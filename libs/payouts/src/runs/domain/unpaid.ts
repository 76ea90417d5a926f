/** Why an amount is not paid yet. Every unpaid amount has exactly one reason. */
export type UnpaidReason = keyof typeof UNPAID_TEXT;

/** Kinds of holds; the reason of each is `held_<kind>`. */
export const HOLD_KINDS = ['review', 'dispute_rate', 'tax', 'manual'] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];

/**
 * Meaning of a part's date. `expected`: it is paid, or released into the balance, from then on without anyone's action.
 * `looked_at`: no date can be promised; the reason is checked again then, and the part is paid if it is gone. `act_by`:
 * deadline for whoever must act. `tried_again`: the tenant is charged again then.
 */
export const DATE_KINDS = ['expected', 'looked_at', 'act_by', 'tried_again'] as const;
export type DateKind = (typeof DATE_KINDS)[number];

/** An unpaid amount with its reason and the date of its next event. */
export interface UnpaidPart {
  readonly reason: UnpaidReason;
  /** Minor units; negative only for debts of the author. */
  readonly amountMinor: bigint;
  /** UTC; `dateKind` says what it means. */
  readonly expectedAt: Date;
  readonly dateKind: DateKind;
  /** The hold, and finance's note to the author about a hold or a payout that was left out; null for other reasons. */
  readonly holdId: string | null;
  readonly note: string | null;
}

/** One sentence per reason, for authors and finance. */
export const UNPAID_TEXT = {
  awaiting_payment: 'Invoiced. The tenant has not paid yet.',
  next_run: 'Owed. It goes into the next payout run.',
  in_payout: 'Set aside in a payout run and about to be sent.',
  outcome_unknown: 'Sent, but the processor has not confirmed it yet. We check before sending anything again.',
  negative_balance: 'Reversals exceed earnings. The difference is deducted from the next months.',
  negative_overdue: 'The balance has been negative for too long. Finance will get in touch about settling it.',
  below_minimum: 'The amount is below the minimum payout. It is carried forward to the next month.',
  rounded_down: 'This currency is paid in round amounts. The rest is carried forward to the next month.',
  no_account: 'There is no payout account yet. The amount is kept and paid with the first run after one is set up.',
  country_unsupported: 'Payouts are not available in your country yet. The amount is kept for you.',
  account_not_ready:
    'The payout account is not ready. The amount is kept and paid with the first run after it is ready.',
  cooling_down:
    'The payout account was changed recently. For your safety, payouts pause for a few days after a change.',
  left_out: 'Finance left this payout out of the run. The amount is carried forward to the next one.',
  not_reconciled:
    'A movement behind this balance is not reconciled with the processor yet. Finance is clearing it up, and the next payout run after that pays the amount.',
  shared_bank:
    'Your bank account is also that of another author. Nothing is paid to it before finance has decided about that.',
  account_changed: 'The payout account was changed after this payout was prepared. The amount is back in your balance.',
  refused_by_processor:
    'The processor could not pay to your account. The amount is back in your balance and is paid with the first run after the account is ready again.',
  bank_refused:
    'Your bank refused your last payout. This amount is kept until that payout has arrived or you have another payout account.',
  unknown_transfer:
    'The processor reports a transfer to your account that is not in our books. Finance must clear it up before anything more is paid.',
  held_review: 'On hold while the account is under review.',
  held_dispute_rate: 'Part of it is on hold because many payments were disputed. It is released automatically.',
  held_tax: 'On hold until your tax details are complete.',
  held_manual: 'Finance has put part of it on hold.',
  disputed: 'A tenant disputed the payment. The amount is released if the dispute is won.',
} satisfies Record<string, string>;

/** What has to happen before the amount is paid. */
export const WAITS_FOR: Record<UnpaidReason, string> = {
  awaiting_payment: 'the payment of the tenant',
  next_run: 'the next payout run',
  in_payout: 'the transfer of this run',
  outcome_unknown: 'confirmation by the processor',
  negative_balance: 'further earnings',
  negative_overdue: 'settlement with finance',
  below_minimum: 'further earnings up to the minimum payout',
  rounded_down: 'further earnings up to the next round amount',
  no_account: 'a payout account',
  country_unsupported: 'payouts to your country',
  account_not_ready: 'the details that the processor requires',
  cooling_down: 'the end of the waiting period after the change',
  left_out: 'the next payout run',
  not_reconciled: 'the reconciliation of that movement',
  shared_bank: 'the decision of finance about the bank account',
  account_changed: 'the next payout run',
  refused_by_processor: 'a payout account that can receive',
  bank_refused: 'a bank account that accepts payouts',
  unknown_transfer: 'the booking of that transfer',
  held_review: 'the end of the review',
  held_dispute_rate: 'the end of the reserve',
  held_tax: 'complete tax details',
  held_manual: 'the end of the hold',
  disputed: 'the outcome of the dispute',
};

/** Who can make that happen; `nobody`: only time or further earnings. */
type WhoActs = 'author' | 'tenant' | 'finance' | 'processor' | 'nobody';

const WHO_ACTS: Record<UnpaidReason, WhoActs> = {
  awaiting_payment: 'tenant',
  next_run: 'finance',
  in_payout: 'finance',
  outcome_unknown: 'processor',
  negative_balance: 'nobody',
  negative_overdue: 'finance',
  below_minimum: 'nobody',
  rounded_down: 'nobody',
  no_account: 'author',
  country_unsupported: 'processor',
  account_not_ready: 'author',
  cooling_down: 'nobody',
  left_out: 'finance',
  not_reconciled: 'finance',
  shared_bank: 'finance',
  account_changed: 'finance',
  refused_by_processor: 'author',
  bank_refused: 'author',
  unknown_transfer: 'finance',
  held_review: 'finance',
  held_dispute_rate: 'nobody',
  held_tax: 'author',
  held_manual: 'finance',
  disputed: 'finance',
};

export const UNPAID_REASONS = Object.keys(UNPAID_TEXT) as UnpaidReason[];

export const holdReason = (kind: HoldKind): UnpaidReason => `held_${kind}`;

/** First instant of the UTC month `months` after `month` (YYYY-MM). */
export function monthStart(month: string, months = 0): Date {
  const [year, no] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, no - 1 + months, 1));
}

/** Start of the UTC day of an instant. */
export const dayOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));

export const later = (a: Date, b: Date): Date => (a > b ? a : b);

/** A part as stored in a payout's row and included in its hash. */
export type StoredPart = Readonly<Omit<UnpaidDescription, 'reason_text' | 'waits_for' | 'who_acts'>>;

export function storedPart(part: UnpaidPart): StoredPart {
  return {
    reason: part.reason,
    amount_minor: part.amountMinor.toString(),
    expected_at: part.expectedAt.toISOString(),
    date_kind: part.dateKind,
    hold_id: part.holdId,
    note: part.note,
  };
}

/** Why an author was not paid, or not everything, on a pay day. `nth` is 0 as computed, then that of each failed attempt. */
export interface UnpaidNote {
  readonly orgId: string;
  readonly currency: string;
  readonly nth: number;
  readonly reasons: readonly StoredPart[];
}

export function partOf(stored: StoredPart): UnpaidPart {
  return {
    reason: stored.reason,
    amountMinor: BigInt(stored.amount_minor),
    expectedAt: new Date(stored.expected_at),
    dateKind: stored.date_kind,
    holdId: stored.hold_id,
    note: stored.note,
  };
}

/** Earliest preparation of the run after the one for `month`, which checks carried amounts again. */
export const runAfter = (month: string): Date => monthStart(month, 2);
/** When unpaid amounts of the run for `month` are looked at again: not before today. */
export const lookAgainAt = (month: string, now: Date): Date => later(runAfter(month), dayOf(now));

/** A part with its texts. */
export interface UnpaidDescription {
  reason: UnpaidReason;
  reason_text: string;
  amount_minor: string;
  expected_at: string;
  date_kind: DateKind;
  waits_for: string;
  who_acts: WhoActs;
  hold_id: string | null;
  note: string | null;
}

/** Adds the texts to a part. The author's pages, the run and the statement all use it. */
export function describeUnpaid(part: UnpaidPart): UnpaidDescription {
  return {
    reason: part.reason,
    reason_text: UNPAID_TEXT[part.reason],
    amount_minor: part.amountMinor.toString(),
    expected_at: part.expectedAt.toISOString(),
    date_kind: part.dateKind,
    waits_for: WAITS_FOR[part.reason],
    who_acts: WHO_ACTS[part.reason],
    hold_id: part.holdId,
    note: part.note,
  };
}
