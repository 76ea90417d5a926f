import { listExport } from '@portal/platform/http';
import { Disputes } from '../../disputes/disputes.js';
import { CreditNotesQuery, DisputesQuery, RefundsQuery } from '../../invoicing/http/lists.dto.js';
import type { CreditNoteView, DisputeView, RefundView } from './adjustments.view.js';
import { CreditNotes } from '../read/credit-notes.js';
import { Refunds } from '../read/refunds.js';

const REFUNDS = [
  ...(['id', 'created_at', 'tenant_name', 'invoice_number', 'invoice_id', 'origin', 'scope', 'reason'] as const),
  ...(['note', 'amount_minor', 'currency', 'state', 'problem', 'requested_by_name', 'provider_refund_id'] as const),
  ...(['credit_note_number', 'suspense_minor', 'ended_at'] as const),
] satisfies (keyof RefundView)[];
const CREDIT_NOTES = [
  ...(['number', 'id', 'issued_at', 'kind', 'tenant_name', 'invoice_number', 'invoice_id', 'reason', 'note'] as const),
  ...(['net_minor', 'tax_minor', 'total_minor', 'currency', 'tax_reversal', 'countered_by'] as const),
] satisfies (keyof CreditNoteView)[];
const DISPUTES = [
  ...(['id', 'provider_dispute_id', 'opened_at', 'tenant_name', 'invoice_number', 'invoice_id', 'reason'] as const),
  ...(['amount_minor', 'currency', 'fee_minor', 'fee_currency', 'status', 'phase', 'evidence_due_at'] as const),
  ...(['evidence_submitted', 'closed_at'] as const),
] satisfies (keyof DisputeView)[];

/** Exports of the lists of refunds, credit notes and disputes. */
export const ADJUSTMENT_EXPORTS = [
  listExport({
    kind: 'refunds',
    query: RefundsQuery,
    columns: REFUNDS,
    from: Refunds,
    page: (refunds, query) => refunds.list(query),
  }),
  listExport({
    kind: 'credit_notes',
    query: CreditNotesQuery,
    columns: CREDIT_NOTES,
    from: CreditNotes,
    page: (creditNotes, query) => creditNotes.list(query),
  }),
  listExport({
    kind: 'disputes',
    query: DisputesQuery,
    columns: DISPUTES,
    from: Disputes,
    page: (disputes, query) => disputes.list(query),
  }),
];
