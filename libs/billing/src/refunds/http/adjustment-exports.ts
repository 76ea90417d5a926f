import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ListExports } from '@portal/platform/http';
import { Disputes } from '../../disputes/disputes.js';
import { CreditNotesQuery, DisputesQuery, RefundsQuery } from '../../invoicing/http/lists.dto.js';
import type { CreditNoteView, DisputeView, RefundView } from './adjustments.view.js';
import { CreditNotes } from '../read/credit-notes.js';
import { Refunds } from '../read/refunds.js';

const REFUNDS = [
  ...([
    'id',
    'created_at',
    'tenant_name',
    'invoice_number',
    'invoice_id',
    'origin',
    'scope',
    'reason',
    'note',
  ] as const),
  ...(['amount_minor', 'currency', 'state', 'problem', 'requested_by_name', 'provider_refund_id'] as const),
  ...(['credit_note_number', 'suspense_minor', 'ended_at'] as const),
] satisfies (keyof RefundView)[];
const CREDIT_NOTES = [
  ...(['number', 'id', 'issued_at', 'kind', 'tenant_name', 'invoice_number', 'invoice_id', 'reason', 'note'] as const),
  ...(['net_minor', 'tax_minor', 'total_minor', 'currency', 'tax_reversal', 'voided_at'] as const),
] satisfies (keyof CreditNoteView)[];
const DISPUTES = [
  ...(['id', 'provider_dispute_id', 'opened_at', 'tenant_name', 'invoice_number', 'invoice_id', 'reason'] as const),
  ...(['amount_minor', 'fee_minor', 'currency', 'status', 'phase', 'evidence_due_at', 'evidence_submitted'] as const),
  'closed_at',
] satisfies (keyof DisputeView)[];

/** Exports of the lists of refunds, credit notes and disputes. */
@Injectable()
export class AdjustmentExports implements OnModuleInit {
  constructor(
    private readonly exports: ListExports,
    private readonly refunds: Refunds,
    private readonly creditNotes: CreditNotes,
    private readonly disputes: Disputes,
  ) {}

  onModuleInit(): void {
    this.exports.register({
      kind: 'refunds',
      query: RefundsQuery,
      columns: REFUNDS,
      page: (query) => this.refunds.list(query),
    });
    this.exports.register({
      kind: 'credit_notes',
      query: CreditNotesQuery,
      columns: CREDIT_NOTES,
      page: (query) => this.creditNotes.list(query),
    });
    this.exports.register({
      kind: 'disputes',
      query: DisputesQuery,
      columns: DISPUTES,
      page: (query) => this.disputes.list(query),
    });
  }
}
