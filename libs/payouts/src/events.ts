import { defineEvent } from '@portal/platform/events';

/** An approved payout is due to be sent; consumed by payouts itself. */
export const PayoutDue = defineEvent<{ payout_id: string; run_id: string }>('payout.due', 1);

/** The transfer of a payout exists and is posted. */
export const PayoutSettled = defineEvent<{ payout_id: string; run_id: string; org_id: string }>('payout.settled', 1);

/** The processor refused the transfer of a payout, or the author's bank what it was paid with; `reason` in words. */
export const PayoutRefused = defineEvent<{
  payout_id: string;
  run_id: string;
  by: 'processor' | 'bank';
  reason: string;
}>('payout.refused', 1);

/** What was taken back of a transfer at the processor opened this reconciliation item. Emitted by reconciliation. */
export const PayoutReversed = defineEvent<{ item_id: string }>('payout.reversed', 1);

/** Part of what an author is owed is withheld from the next run on. */
export const PayoutHoldPlaced = defineEvent<{ hold_id: string }>('payout_hold.placed', 1);

/** A hold withholds nothing more. */
export const PayoutHoldEnded = defineEvent<{ hold_id: string }>('payout_hold.ended', 1);

/** What a hold had taken of a month (`YYYY-MM`) is owed again, on its date. */
export const PayoutHoldReleased = defineEvent<{ hold_id: string; month: string }>('payout_hold.released', 1);

/** The run has ended: everything is settled, or the failed payouts were carried forward. */
export const RunFinished = defineEvent<{ run_id: string; state: string }>('payout_run.finished', 1);
