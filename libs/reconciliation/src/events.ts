import { defineEvent } from '@portal/platform/events';

/** A reconciliation was requested; consumed by reconciliation itself. */
export const ReconciliationRequested = defineEvent<{ run_id: string }>('reconciliation.requested', 1);

/** A reconciliation item was opened. */
export const ExceptionOpened = defineEvent<{ item_id: string; kind: string; blocking: boolean }>(
  'reconciliation.exception_opened',
  1,
);
