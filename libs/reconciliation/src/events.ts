import { defineEvent } from '@portal/platform/events';

/** Somebody wants the books compared with the provider's now; consumed by reconciliation itself. */
export const ReconciliationRequested = defineEvent<{ run_id: string }>('reconciliation.requested', 1);

/** An item came onto the worklist. */
export const ExceptionOpened = defineEvent<{ item_id: string; kind: string; blocking: boolean }>(
  'reconciliation.exception_opened',
  1,
);
