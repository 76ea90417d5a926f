/** Why an amount is not (wholly) paid now; every unpaid cent has one of these. */
export type PayoutReason =
  | 'to_pay'
  | 'negative_balance'
  | 'nothing_owed'
  | 'below_minimum'
  | 'no_account'
  | 'account_not_ready'
  | 'rounded_down';

export interface PayoutInput {
  /** What is owed to the author, minor units; negative when the author owes us. */
  readonly balanceMinor: bigint;
  /** Smallest amount that is paid in this currency, minor units. */
  readonly minimumMinor: bigint;
  /** Amounts must be a multiple of this (currencies without small coins), minor units. */
  readonly multipleMinor: bigint;
  readonly account: 'none' | 'not_ready' | 'ready';
}

export interface PayoutPlan {
  readonly amountMinor: bigint;
  readonly carryMinor: bigint;
  readonly reason: PayoutReason;
}

/** What is paid and what is carried to the next month. Total: amount + carry = balance, amount >= 0. */
export function planPayout({ balanceMinor, minimumMinor, multipleMinor, account }: PayoutInput): PayoutPlan {
  const carried = (reason: PayoutReason): PayoutPlan => ({ amountMinor: 0n, carryMinor: balanceMinor, reason });
  if (balanceMinor < 0n) return carried('negative_balance');
  if (balanceMinor === 0n) return carried('nothing_owed');
  if (balanceMinor < minimumMinor) return carried('below_minimum');
  if (account === 'none') return carried('no_account');
  if (account === 'not_ready') return carried('account_not_ready');
  const rest = balanceMinor % multipleMinor;
  const amountMinor = balanceMinor - rest;
  if (amountMinor === 0n) return carried('below_minimum');
  return { amountMinor, carryMinor: rest, reason: rest === 0n ? 'to_pay' : 'rounded_down' };
}

/** For an amount that the processor would not take; its own words are for finance. */
export const REFUSED_TEXT =
  'The processor refused to pay to your account. The amount is back in your balance and is paid with the first run after the account is ready again.';

/** One plain sentence per reason, for authors and finance alike. */
export const REASON_TEXT: Record<PayoutReason, string> = {
  to_pay: 'Paid in full.',
  nothing_owed: 'Nothing is owed for this month.',
  negative_balance: 'Refunds were larger than the earnings. The difference is set against the next months.',
  below_minimum: 'The amount is below the smallest payout. It is carried to the next month.',
  no_account: 'There is no payout account yet. The amount is kept and paid with the first run after one is set up.',
  account_not_ready: 'The payout account is not ready. The amount is kept and paid with the first run after it is.',
  rounded_down: 'This currency is paid in round amounts. The rest is carried to the next month.',
};
