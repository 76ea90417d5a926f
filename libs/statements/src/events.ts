import { defineEvent } from '@portal/platform/events';

/** The statements of a month are final and the month's root is published. */
export const MonthSealed = defineEvent<{ month: string; root: string }>('statements.month_sealed', 1);

/** An export was requested; consumed by statements itself. */
export const ExportRequested = defineEvent<{ export_id: string }>('statements.export_requested', 1);
