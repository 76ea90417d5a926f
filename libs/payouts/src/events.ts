import { defineEvent } from '@portal/platform/events';

/** An approved payout is due to be sent; consumed by payouts itself. */
export const PayoutDue = defineEvent<{ payout_id: string; run_id: string }>('payout.due', 1);

/** The transfer of a payout exists and is posted. */
export const PayoutSettled = defineEvent<{ payout_id: string; run_id: string; org_id: string }>('payout.settled', 1);

/** The run has ended: everything is settled, or the failed payouts were carried forward. */
export const RunFinished = defineEvent<{ run_id: string; state: string }>('payout_run.finished', 1);
