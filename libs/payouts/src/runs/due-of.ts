import type { PayoutRow } from './payouts.repository.js';

/** Events for the payouts of a run that are still to be sent, of all currencies or one. */
export function dueOf(runId: string, payouts: readonly PayoutRow[], currency?: string) {
  return payouts
    .filter(
      (payout) =>
        (payout.state === 'reserved' || payout.state === 'sending') &&
        (currency === undefined || payout.currency === currency),
    )
    .map((payout) => ({ payout_id: payout.id, run_id: runId }));
}
