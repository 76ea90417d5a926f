import { defineEvent } from '@portal/platform/events';

/** A reconciliation was requested; consumed by reconciliation itself. */
export const ReconciliationRequested = defineEvent<{ run_id: string }>('reconciliation.requested', 1);
