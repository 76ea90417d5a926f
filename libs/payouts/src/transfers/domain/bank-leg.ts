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
 * The bank payout that contains a payment: the first one in its currency made after the payment was available, because
 * each takes the whole available balance; if it failed, the first later one that did not. Debits of the bank do not
 * count. Undefined while there is none. `payouts`: oldest first.
 */
export function carrierOf(payment: LegPayment, payouts: readonly LegPayout[]): LegPayout | undefined {
  const later = payouts.filter(
    (payout) =>
      payout.amountMinor > 0n && payout.currency === payment.target.currency && payout.createdAt >= payment.availableAt,
  );
  return later.find((payout) => payout.status !== 'failed' && payout.status !== 'canceled') ?? later.at(-1);
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
