import { formatMinor, utcDay } from '@portal/kernel';
import {
  holdReason,
  later,
  monthStart,
  runAfter,
  UNPAID_TEXT,
  type DateKind,
  type HoldKind,
  type UnpaidPart,
  type UnpaidReason,
} from './unpaid.js';

/** Outcome of a payout as a whole; the parts explain each unpaid amount. */
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
      | 'not_reconciled'
      | 'shared_bank'
      | 'bank_refused'
    >;

/** A hold in force at the cutoff. */
export interface HoldTerms {
  readonly id: string;
  readonly kind: HoldKind;
  /** Of the base, 1 to 10000. */
  readonly basisPoints: number;
  /** Months until each held part is released by itself; null: until the hold ends. */
  readonly windowMonths: number | null;
  /** End of the hold, if known. */
  readonly endsAt: Date | null;
  /** Shown to the author. */
  readonly reason: string;
}

export type AccountReadiness =
  | { readonly state: 'none'; readonly countryUnsupported?: boolean }
  /** `actBy`: earliest deadline of the details that the processor requires; future dates only. */
  | { readonly state: 'not_ready'; readonly actBy?: Date }
  | { readonly state: 'cooling_down'; readonly usableFrom: Date }
  | { readonly state: 'ready' };

export interface PayoutInput {
  /** The month of the run, YYYY-MM. */
  readonly month: string;
  /**
   * When unpaid amounts of this run are checked again, not before the day of the run itself. Default: when the next run
   * may be prepared.
   */
  readonly lookAgainAt?: Date;
  /** With it, a reason for which the amount is too small names the figure. */
  readonly currency?: string;
  /** Amount due to the author, minor units; negative when the author owes us. */
  readonly balanceMinor: bigint;
  /** Balance added since the last run, without released reserves. Rolling reserves are computed from it. */
  readonly newlyEarnedMinor?: bigint;
  /** Minimum payout: the larger of the currency's and the country's, minor units. */
  readonly minimumMinor: bigint;
  /** The author is leaving: every amount is paid, however small. */
  readonly minimumWaived?: boolean;
  /** Amounts must be a multiple of this (currencies without small coins), minor units. */
  readonly multipleMinor: bigint;
  readonly account: AccountReadiness;
  /** In the order of creation. */
  readonly holds?: readonly HoldTerms[];
  /** The balance has been negative for longer than the policy allows. */
  readonly negativeOverdue?: boolean;
  /** Finance's reason for leaving the payout out of this run, as shown to the author. */
  readonly leftOut?: string;
  /** Since when the bank refuses what was paid before; undefined when it does not. */
  readonly bankRefusedAt?: Date | undefined;
  /** What is open behind the balance, oldest first. */
  readonly open?: readonly { readonly reason: 'not_reconciled' | 'shared_bank'; readonly why: string }[];
}

export interface PayoutPlan {
  readonly amountMinor: bigint;
  readonly heldMinor: bigint;
  readonly carryMinor: bigint;
  readonly reason: PayoutReason;
  /** Every unpaid amount with its reason and date; they add up to held + carry. */
  readonly parts: readonly UnpaidPart[];
  /** Everything that keeps money from being paid, at once: each with the amount it keeps, also what another one keeps too. */
  readonly reasons: readonly UnpaidPart[];
}

const BASIS = 10_000n;

/**
 * Divides a balance into paid, held and carried amounts: amount + held + carry = balance; amount and held are not
 * negative; the parts add up to held + carry. The run, the author's page, the statement all use the
 * reasons and dates from here.
 */
export function planPayout(input: PayoutInput): PayoutPlan {
  const { balanceMinor } = input;
  const lookAgainAt = nextReview(input);
  if (balanceMinor <= 0n) {
    if (balanceMinor === 0n)
      return { amountMinor: 0n, heldMinor: 0n, carryMinor: 0n, reason: 'nothing_owed', parts: [], reasons: [] };
    const reason = input.negativeOverdue === true ? 'negative_overdue' : 'negative_balance';
    const parts = [plain(reason, balanceMinor, lookAgainAt)];
    return { amountMinor: 0n, heldMinor: 0n, carryMinor: balanceMinor, reason, parts, reasons: parts };
  }
  const held = heldParts(input);
  const heldMinor = held.reduce((sum, part) => sum + part.amountMinor, 0n);
  const rest = balanceMinor - heldMinor;
  const kept = whyKept(input, rest);
  if (rest === 0n || kept.length > 0) {
    const carried = rest === 0n ? [] : kept.slice(0, 1);
    const reason = rest === 0n ? 'held' : (kept[0]!.reason as PayoutReason);
    const parts = [...held, ...carried];
    return { amountMinor: 0n, heldMinor, carryMinor: rest, reason, parts, reasons: [...held, ...kept] };
  }
  const carryMinor = rest % input.multipleMinor;
  const parts = carryMinor === 0n ? held : [...held, plain('rounded_down', carryMinor, lookAgainAt)];
  return {
    amountMinor: rest - carryMinor,
    heldMinor,
    carryMinor,
    reason: heldMinor > 0n ? 'partly_held' : carryMinor > 0n ? 'rounded_down' : 'to_pay',
    ...{ parts, reasons: parts },
  };
}

/** Every reason for which `rest` is not paid, or would not be without the holds; the first one stands on the payout. */
function whyKept(input: PayoutInput, rest: bigint): UnpaidPart[] {
  const { account, minimumMinor, multipleMinor, balanceMinor, bankRefusedAt, leftOut, currency } = input;
  const lookAgainAt = nextReview(input);
  const kept = rest === 0n ? balanceMinor : rest;
  const reasons: UnpaidPart[] = (input.open ?? []).map(({ reason, why }) => ({
    ...plain(reason, kept, lookAgainAt),
    note: why,
  }));
  if (rest !== 0n && ((rest < minimumMinor && input.minimumWaived !== true) || rest < multipleMinor))
    reasons.push({
      ...plain('below_minimum', rest, lookAgainAt),
      note: figure('The minimum payout is', minimumMinor > multipleMinor ? minimumMinor : multipleMinor, currency),
    });
  if (account.state !== 'ready') reasons.push(whyNotReady(account, kept, lookAgainAt));
  if (bankRefusedAt !== undefined)
    reasons.push({
      ...plain('bank_refused', kept, lookAgainAt),
      note: `Refused since ${utcDay(bankRefusedAt)}.`,
    });
  if (leftOut !== undefined) reasons.push({ ...plain('left_out', kept, lookAgainAt), note: leftOut });
  return reasons;
}

function whyNotReady(account: Exclude<AccountReadiness, { state: 'ready' }>, kept: bigint, lookAgainAt: Date) {
  switch (account.state) {
    case 'none':
      return plain(account.countryUnsupported === true ? 'country_unsupported' : 'no_account', kept, lookAgainAt);
    case 'not_ready':
      return account.actBy !== undefined && account.actBy < lookAgainAt
        ? plain('account_not_ready', kept, account.actBy, 'act_by')
        : plain('account_not_ready', kept, lookAgainAt);
    case 'cooling_down':
      return plain('cooling_down', kept, later(account.usableFrom, lookAgainAt), 'expected');
  }
}

/**
 * A hold without a window withholds its share of the whole balance. A rolling reserve (with a window) withholds its
 * share of the new amount only, so that released or carried amounts are not withheld twice.
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
const figure = (text: string, minor: bigint, currency: string | undefined): string | null =>
  currency === undefined ? null : `${text} ${formatMinor(minor, currency)}.`;
const nextReview = ({ month, lookAgainAt }: PayoutInput): Date => lookAgainAt ?? runAfter(month);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const halfUp = (n: bigint, d: bigint): bigint => (2n * n + d) / (2n * d);

/** One sentence for a payout as a whole. */
export const REASON_TEXT: Record<PayoutReason, string> = {
  to_pay: 'Paid in full.',
  partly_held: 'Paid except for the part that is held.',
  held: 'All of it is held.',
  nothing_owed: 'Nothing is owed for this month.',
  ...UNPAID_TEXT,
};
