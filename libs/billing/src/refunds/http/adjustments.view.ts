import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import { DISPUTE_STATUSES } from '../../disputes/domain/dispute-phase.js';
import { REFUND_REASONS } from '../domain/refund-state.js';

const MINOR = 'Minor units as decimal text';
const REFUND_STATES = ['requested', 'sending', 'pending', 'succeeded', 'failed'];
const PHASES = ['none', 'opened', 'won', 'lost', 'appeal_won'];

/** The amount taken from a line, by party. */
export class LineReversalView {
  @ApiProperty() line_id: string;
  @ApiProperty() drive_name: string;
  @ApiProperty() venture_name: string;
  @ApiProperty({ description: `Without tax. ${MINOR}` }) gross_minor: string;
  @ApiProperty({ description: MINOR }) tax_minor: string;
  @ApiProperty({ description: MINOR }) author_minor: string;
  @ApiProperty({ description: MINOR }) platform_minor: string;
}

export class AuthorLossView {
  @ApiProperty() org_id: string;
  @ApiProperty() name: string;
  @ApiProperty({ description: `Amount taken from this author. ${MINOR}` }) amount_minor: string;
  @ApiProperty({ description: `Owed to the author now. ${MINOR}` }) payable_before_minor: string;
  @ApiProperty({ description: `Owed afterwards; a negative amount is deducted from the next earnings. ${MINOR}` })
  payable_after_minor: string;
}

const ALONE = { description: `What one person may give back to this customer now; more waits for a second. ${MINOR}` };

export class RefundPreviewView {
  @ApiProperty({ description: `Tax included. ${MINOR}` }) amount_minor: string;
  @ApiProperty({ description: `Maximum amount that could be refunded. ${MINOR}` }) available_minor: string;
  @ApiProperty({ description: `Of the lines below, never charged and then not due any more. ${MINOR}` })
  uncharged_minor: string;
  @ApiProperty() needs_second_person: boolean;
  @ApiProperty(ALONE) alone_up_to_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: MINOR }) tax_minor: string;
  @ApiProperty({ description: MINOR }) platform_minor: string;
  @ApiProperty({ type: [AuthorLossView] }) authors: AuthorLossView[];
  @ApiProperty({ type: [LineReversalView] }) lines: LineReversalView[];
}

/** A refund as the tenant sees it. */
export class TenantRefundView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: REFUND_STATES }) state: string;
  @ApiProperty({ description: `Tax included. ${MINOR}` }) amount_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty({ enum: REFUND_REASONS }) reason: string;
  @ApiProperty(instant) created_at: string;
  @ApiProperty(maybeInstant) ended_at: string | null;
}

export class RefundView extends TenantRefundView {
  @ApiProperty() invoice_id: string;
  @ApiProperty() invoice_number: string;
  @ApiProperty() tenant_name: string;
  @ApiProperty({ enum: ['portal', 'processor'], description: 'processor: created in its dashboard' }) origin: string;
  @ApiProperty({ enum: ['full', 'amount', 'lines', 'surplus'] }) scope: string;
  @ApiProperty() note: string;
  @ApiProperty() requested_by_name: string;
  @ApiProperty(maybeText) provider_refund_id: string | null;
  @ApiProperty({ ...maybeText, description: 'Why it failed, or why it is waiting' }) problem: string | null;
  @ApiProperty({ ...maybeText, description: `Not covered by any line; held in suspense. ${MINOR}` })
  suspense_minor: string | null;
  @ApiProperty(maybeText) credit_note_number: string | null;
}

export class RefundDetailView extends RefundView {
  @ApiProperty({ type: [LineReversalView], description: 'Amounts taken from each line; empty until booked' })
  lines: LineReversalView[];
}

export class CreditNoteView {
  @ApiProperty() id: string;
  @ApiProperty({ description: 'Gapless per legal entity' }) number: string;
  @ApiProperty({
    enum: ['refund', 'cancellation', 'counter'],
    description: 'counter: reverses a credit note whose refund came back; its amounts are negative',
  })
  kind: string;
  @ApiProperty() invoice_id: string;
  @ApiProperty() invoice_number: string;
  @ApiProperty() tenant_name: string;
  @ApiProperty({ description: MINOR }) net_minor: string;
  @ApiProperty({ description: MINOR }) tax_minor: string;
  @ApiProperty({ description: MINOR }) total_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty({ enum: REFUND_REASONS }) reason: string;
  @ApiProperty() note: string;
  @ApiProperty(instant) issued_at: string;
  @ApiProperty({
    enum: ['none', 'due', 'reversed', 'refused'],
    description:
      "The tax in the tax provider's reports; none if no provider computed it or the refund came back before",
  })
  tax_reversal: string;
  @ApiProperty({ ...maybeText, description: 'Number of its counter-document, because the refund came back' })
  countered_by: string | null;
}

export class DisputeView {
  @ApiProperty() id: string;
  @ApiProperty() provider_dispute_id: string;
  @ApiProperty() invoice_id: string;
  @ApiProperty() invoice_number: string;
  @ApiProperty() tenant_name: string;
  @ApiProperty({ description: MINOR }) amount_minor: string;
  @ApiProperty({ description: `The processor's fee. ${MINOR}` }) fee_minor: string;
  @ApiProperty({ description: 'In which the dispute was settled' }) fee_currency: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: "The bank's reason" }) reason: string;
  @ApiProperty({ enum: DISPUTE_STATUSES, description: 'Status at the processor' }) status: string;
  @ApiProperty({ enum: PHASES, description: 'The amount booked' }) phase: string;
  @ApiProperty(maybeInstant) evidence_due_at: string | null;
  @ApiProperty() evidence_submitted: boolean;
  @ApiProperty({ description: 'A response can be sent now' }) answerable: boolean;
  @ApiProperty(instant) opened_at: string;
  @ApiProperty(maybeInstant) closed_at: string | null;
}

class DisputeStepView {
  @ApiProperty() version: number;
  @ApiProperty({ enum: DISPUTE_STATUSES }) status: string;
  @ApiProperty({ enum: PHASES }) phase: string;
  @ApiProperty(instant) seen_at: string;
}

export class DisputeDetailView extends DisputeView {
  @ApiProperty({ ...maybeText, description: `Amount covered by the lines. ${MINOR}` }) covered_minor: string | null;
  @ApiProperty({ ...maybeInstant, description: 'We gave it up without an answer' }) accepted_at: string | null;
  @ApiProperty(ALONE) alone_up_to_minor: string;
  @ApiProperty({ type: [LineReversalView] }) lines: LineReversalView[];
  @ApiProperty({ type: [DisputeStepView], description: 'As observed, oldest first' }) steps: DisputeStepView[];
}

/** In place of what was asked for. */
export class WaitsForSecondPersonView {
  @ApiProperty({ description: 'Of the approval that waits, in `/api/v1/approvals`' }) approval_id: string;
}

/** Refunds and credit notes of an invoice, as its tenant sees them. */
export class InvoiceAdjustmentsView {
  @ApiProperty() currency: string;
  @ApiProperty({ description: `Still due. ${MINOR}` }) open_minor: string;
  @ApiProperty({ description: `Cancelled before payment. ${MINOR}` }) credited_minor: string;
  @ApiProperty({ description: `Carried forward from the previous invoice, due with this one. ${MINOR}` })
  carried_in_minor: string;
  @ApiProperty({ description: `Carried forward to the next invoice. ${MINOR}` }) carried_out_minor: string;
  @ApiProperty({ description: `Not charged when it was issued, and not due any more. ${MINOR}` }) not_due_minor: string;
  @ApiProperty({ description: `Refunded or being refunded. ${MINOR}` }) refunded_minor: string;
  @ApiProperty({ type: [TenantRefundView] }) refunds: TenantRefundView[];
  @ApiProperty({ type: [CreditNoteView] }) credit_notes: CreditNoteView[];
}

/** How a movement of the provider's balance settled. */
export class SettlementView {
  @ApiProperty({ description: "The provider's balance transaction" }) id: string;
  @ApiProperty({ enum: ['charge', 'refund', 'dispute'] }) cause: string;
  @ApiProperty({ description: `In the currency of the invoice; negative when it left. ${MINOR}` }) amount_minor: string;
  @ApiProperty({ description: `In the settlement currency. ${MINOR}` }) settled_minor: string;
  @ApiProperty() settled_currency: string;
  @ApiProperty({ ...maybeText, description: 'Null: not converted' }) exchange_rate: string | null;
  @ApiProperty({ description: `In the settlement currency. ${MINOR}` }) fee_minor: string;
  @ApiProperty(instant) created_at: string;
}

export class FinanceInvoiceAdjustmentsView extends InvoiceAdjustmentsView {
  @ApiProperty({ description: `Amount that can be refunded now. ${MINOR}` }) refundable_minor: string;
  @ApiProperty({ description: `Overpaid amount that can be refunded now. ${MINOR}` }) surplus_minor: string;
  @ApiProperty(ALONE) alone_up_to_minor: string;
  @ApiProperty({ description: 'It can be cancelled, fully or partly: nothing is paid and no charge is in progress' })
  creditable: boolean;
  @ApiProperty({ type: [DisputeView] }) disputes: DisputeView[];
  @ApiProperty({ type: [SettlementView], description: 'Oldest first' }) settlements: SettlementView[];
}
