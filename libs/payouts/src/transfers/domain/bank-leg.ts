import type { BankState } from '../../runs/domain/run-state.js';

/** The part of a payment on the author's account that matters here. */
interface LegPayment {
  readonly paymentId: string;
  readonly availableAt: Date;
  /** Amount received. Its currency is that of the bank payout, also after a conversion. */
  readonly target: { readonly currency: string };
}

/** The part of a payout to the author's bank that matters here. */
export interface LegPayout {
  readonly bankPayoutId: string;
  readonly status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  /** Minor units; negative: a debit of the bank. */
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly createdAt: Date;
  readonly arrivesAt: Date | null;
  readonly failure: string | null;
}

/**
 * The bank payouts that contained a payment, oldest first. The first in its currency made after the payment was available
 * contains it, because each takes the whole available balance; after one that failed, the next. All but the last have
 * failed. Debits of the bank do not count. `payouts`: oldest first.
 */
export function carriersOf(payment: LegPayment, payouts: readonly LegPayout[]): LegPayout[] {
  const later = payouts.filter(
    (payout) =>
      payout.amountMinor > 0n && payout.currency === payment.target.currency && payout.createdAt >= payment.availableAt,
  );
  const last = later.findIndex(({ status }) => status !== 'failed' && status !== 'canceled');
  return last < 0 ? later : later.slice(0, last + 1);
}

/** State of a bank payout. A payout that the bank returned after accepting it differs from one that it refused. */
export function bankState(payout: LegPayout, before: BankState): BankState {
  switch (payout.status) {
    case 'pending':
    case 'in_transit':
    case 'paid':
      return payout.status;
    case 'failed':
    case 'canceled':
      return before === 'paid' || before === 'returned' ? 'returned' : 'failed';
  }
}
