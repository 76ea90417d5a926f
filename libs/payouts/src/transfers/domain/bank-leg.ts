import type { BankState } from '../../runs/domain/run-state.js';

/** What is needed of a payment on the author's account. */
interface LegPayment {
  readonly paymentId: string;
  readonly availableAt: Date;
  /** What arrived; its currency is the one that goes to the bank, also where the processor converted. */
  readonly target: { readonly currency: string };
}

/** What is needed of a payout to the author's bank. */
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
 * Which payout to the bank carries a payment: the first one in its currency made once the payment was available, as each
 * takes all that is available; when that one failed, the first one after it that did not. A debit of the bank carries
 * nothing there. Undefined while there is none. `payouts`: oldest first.
 */
export function carrierOf(payment: LegPayment, payouts: readonly LegPayout[]): LegPayout | undefined {
  const later = payouts.filter(
    (payout) =>
      payout.amountMinor > 0n && payout.currency === payment.target.currency && payout.createdAt >= payment.availableAt,
  );
  return later.find((payout) => payout.status !== 'failed' && payout.status !== 'canceled') ?? later.at(-1);
}

/** State of the bank's leg. What the bank had and gave back is another thing than what it never took. */
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
