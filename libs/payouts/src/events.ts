import { defineEvent } from '@portal/platform/events';

/** An approved payout is to be sent now; consumed by payouts itself. */
export const PayoutDue = defineEvent<{ payout_id: string; run_id: string }>('payout.due', 1);

/** The transfer of a payout exists and is booked. */
export const PayoutSettled = defineEvent<{ payout_id: string; run_id: string; org_id: string }>('payout.settled', 1);

/** Nothing of the run is left to send: settled as a whole, or with failures that were carried. */
export const RunFinished = defineEvent<{ run_id: string; state: string }>('payout_run.finished', 1);
