import {
  holdReason,
  monthStart,
  runAfter,
  UNPAID_TEXT,
  type DateKind,
  type HoldKind,
  type UnpaidPart,
  type UnpaidReason,
} from './unpaid.js';

/** The outcome of a payout as a whole; its parts say exactly what is not paid. */
export type PayoutReason =
  | 'to_pay'
  | 'partly_held'
  | 'held'
  | 'nothing_owed'
  | Extract<
      UnpaidReason,
      | 'negative_balance'
      | 'negative_overdue'
      | 'below_minimum'
      | 'rounded_down'
      | 'no_account'
      | 'country_unsupported'
      | 'account_not_ready'
      | 'cooling_down'
      | 'left_out'
    >;

/** A hold that is in force at the cutoff. */
export interface HoldTerms {
  readonly id: string;
  readonly kind: HoldKind;
  /** Of the base, 1 to 10000. */
  readonly basisPoints: number;
  /** Months until each held part is released by itself; null: until the hold ends. */
  readonly windowMonths: number | null;
  /** When the hold ends, if that is known. */
  readonly endsAt: Date | null;
  /** Shown to the author. */
  readonly reason: string;
}

export type AccountReadiness =
  | { readonly state: 'none'; readonly countryUnsupported?: boolean }
  /** `actBy`: until when the first of the details that the processor asks for is due; only days to come. */
  | { readonly state: 'not_ready'; readonly actBy?: Date }
  | { readonly state: 'cooling_down'; readonly usableFrom: Date }
  | { readonly state: 'ready' };

export interface PayoutInput {
  /** The month the run is for, YYYY-MM. */
  readonly month: string;
  /**
   * When what this run leaves is looked at again, not before the day of the run itself; left out: when the run after it
   * may be prepared.
   */
  readonly lookAgainAt?: Date;
  /** What is owed to the author, minor units; negative when the author owes us. */
  readonly balanceMinor: bigint;
  /** The part of the balance that came since the last run, without released reserves: what a reserve takes from. */
  readonly newlyEarnedMinor?: bigint;
  /** Smallest amount that is paid: the largest of the currency's and the country's, minor units. */
  readonly minimumMinor: bigint;
  /** The author leaves: everything is paid, however small. */
  readonly minimumWaived?: boolean;
  /** Amounts must be a multiple of this (currencies without small coins), minor units. */
  readonly multipleMinor: bigint;
  readonly account: AccountReadiness;
  /** In the order in which they were made. */
  readonly holds?: readonly HoldTerms[];
  /** The balance has been negative longer than the policy allows. */
  readonly negativeOverdue?: boolean;
  /** Why finance leaves it out of this run, in the words that the author reads. */
  readonly leftOut?: string;
}

interface PayoutPlan {
  readonly amountMinor: bigint;
  readonly heldMinor: bigint;
  readonly carryMinor: bigint;
  readonly reason: PayoutReason;
  /** Every cent that is not paid, with its reason and date; they add up to held + carry. */
  readonly parts: readonly UnpaidPart[];
}

const BASIS = 10_000n;

/**
 * What is paid, held and carried of one balance. Total: amount + held + carry = balance; amount, held >= 0; the parts
 * add up to held + carry. The one place that gives an unpaid cent its reason and date: the run, the author's page, the
 * statement and the simulator all show what it says.
 */
export function planPayout(input: PayoutInput): PayoutPlan {
  const { balanceMinor } = input;
  const lookAgainAt = nextReview(input);
  if (balanceMinor <= 0n) {
    if (balanceMinor === 0n)
      return { amountMinor: 0n, heldMinor: 0n, carryMinor: 0n, reason: 'nothing_owed', parts: [] };
    const reason = input.negativeOverdue === true ? 'negative_overdue' : 'negative_balance';
    const part = plain(reason, balanceMinor, lookAgainAt);
    return { amountMinor: 0n, heldMinor: 0n, carryMinor: balanceMinor, reason, parts: [part] };
  }
  const held = heldParts(input);
  const heldMinor = held.reduce((sum, part) => sum + part.amountMinor, 0n);
  const rest = balanceMinor - heldMinor;
  const kept = rest === 0n ? null : whyKept(input, rest);
  if (rest === 0n || kept !== null) {
    const carried = kept === null ? [] : [kept];
    const reason = kept === null ? 'held' : (kept.reason as PayoutReason);
    return { amountMinor: 0n, heldMinor, carryMinor: rest, reason, parts: [...held, ...carried] };
  }
  const carryMinor = rest % input.multipleMinor;
  return {
    amountMinor: rest - carryMinor,
    heldMinor,
    carryMinor,
    reason: heldMinor > 0n ? 'partly_held' : carryMinor > 0n ? 'rounded_down' : 'to_pay',
    parts: carryMinor === 0n ? held : [...held, plain('rounded_down', carryMinor, lookAgainAt)],
  };
}

/** Why nothing of `rest` is paid; null when it is. */
function whyKept(input: PayoutInput, rest: bigint): UnpaidPart | null {
  const { account, minimumMinor, multipleMinor } = input;
  const lookAgainAt = nextReview(input);
  if ((rest < minimumMinor && input.minimumWaived !== true) || rest < multipleMinor)
    return plain('below_minimum', rest, lookAgainAt);
  switch (account.state) {
    case 'none':
      return plain(account.countryUnsupported === true ? 'country_unsupported' : 'no_account', rest, lookAgainAt);
    case 'not_ready':
      return account.actBy !== undefined && account.actBy < lookAgainAt
        ? plain('account_not_ready', rest, account.actBy, 'act_by')
        : plain('account_not_ready', rest, lookAgainAt);
    case 'cooling_down':
      return plain('cooling_down', rest, later(account.usableFrom, lookAgainAt), 'expected');
    case 'ready':
      return input.leftOut === undefined ? null : { ...plain('left_out', rest, lookAgainAt), note: input.leftOut };
  }
}

/**
 * A hold without a window takes its part of the whole balance. One with a window is a rolling reserve: it takes its
 * part of what is new, so that what it releases, or what was carried, is not taken from twice.
 */
function heldParts(input: PayoutInput): UnpaidPart[] {
  const { balanceMinor, newlyEarnedMinor = balanceMinor, holds = [], month } = input;
  let left = balanceMinor;
  const parts: UnpaidPart[] = [];
  for (const hold of holds) {
    const base = hold.windowMonths === null ? balanceMinor : min(balanceMinor, max(newlyEarnedMinor, 0n));
    const amountMinor = min(left, halfUp(base * BigInt(hold.basisPoints), BASIS));
    if (amountMinor === 0n) continue;
    left -= amountMinor;
    const releaseAt =
      hold.windowMonths === null ? hold.endsAt : later(monthStart(month, hold.windowMonths + 1), nextReview(input));
    parts.push({
      reason: holdReason(hold.kind),
      amountMinor,
      expectedAt: releaseAt ?? nextReview(input),
      dateKind: releaseAt === null ? 'looked_at' : 'expected',
      holdId: hold.id,
      note: hold.reason,
    });
  }
  return parts;
}

const plain = (
  reason: UnpaidReason,
  amountMinor: bigint,
  expectedAt: Date,
  dateKind: DateKind = 'looked_at',
): UnpaidPart => ({ reason, amountMinor, expectedAt, dateKind, holdId: null, note: null });
const nextReview = ({ month, lookAgainAt }: PayoutInput): Date => lookAgainAt ?? runAfter(month);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const later = (a: Date, b: Date): Date => (a > b ? a : b);
const halfUp = (n: bigint, d: bigint): bigint => (2n * n + d) / (2n * d);

/** One plain sentence for a payout as a whole. */
export const REASON_TEXT: Record<PayoutReason, string> = {
  to_pay: 'Paid in full.',
  partly_held: 'Paid except for the part that is held.',
  held: 'All of it is held.',
  nothing_owed: 'Nothing is owed for this month.',
  negative_balance: UNPAID_TEXT.negative_balance,
  negative_overdue: UNPAID_TEXT.negative_overdue,
  below_minimum: UNPAID_TEXT.below_minimum,
  rounded_down: UNPAID_TEXT.rounded_down,
  no_account: UNPAID_TEXT.no_account,
  country_unsupported: UNPAID_TEXT.country_unsupported,
  account_not_ready: UNPAID_TEXT.account_not_ready,
  cooling_down: UNPAID_TEXT.cooling_down,
  left_out: UNPAID_TEXT.left_out,
};
