import { defineEvent } from '@portal/platform/events';
import type { PaperKind } from './read/self-billing.js';

export type SelfBillingNotice = Record<'statement_id' | 'org_id' | 'number', string> & { kind: PaperKind };

/** A self-billing invoice, or a corrective of earlier ones, was issued with a statement. */
export const SelfBillingIssued = defineEvent<SelfBillingNotice>('statements.self_billing_issued', 1);

/** An export was requested; consumed by statements itself. */
export const ExportRequested = defineEvent<{ export_id: string }>('statements.export_requested', 1);
