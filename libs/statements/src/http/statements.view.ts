import { ApiProperty, OmitType } from '@portal/platform/description';
import { TAX_ID_CHECK, ViesView, type TaxIdCheck } from '@portal/billing';
import { DATE_KINDS, LIFE_KINDS, type LifeEvent } from '@portal/payouts';
import type { ExportFilter } from '@portal/platform/http';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import { EXPORT_KINDS } from '../domain/export-kinds.js';

export class EarningLineView {
  @ApiProperty() line_id: string;
  @ApiProperty() invoice_id: string;
  @ApiProperty() invoice_number: string;
  @ApiProperty({ example: '2026-11' }) month: string;
  @ApiProperty() install_id: string;
  @ApiProperty() drive_name: string;
  @ApiProperty() venture_name: string;
  @ApiProperty(instant) from_at: string;
  @ApiProperty(instant) to_at: string;
  @ApiProperty({ description: 'gross = price x seconds / month_seconds, half up' }) price_minor: string;
  @ApiProperty() seconds: string;
  @ApiProperty() month_seconds: string;
  @ApiProperty() gross_minor: string;
  @ApiProperty() author_bps: number;
  @ApiProperty({ description: 'Sum of gross x author_bps before this line' }) running_before: string;
  @ApiProperty({ description: 'The author’s share of the running total before this line' }) share_before_minor: string;
  @ApiProperty({ description: 'author = share after - share before' }) share_after_minor: string;
  @ApiProperty() author_minor: string;
  @ApiProperty() platform_minor: string;
  @ApiProperty({ enum: ['pending', 'earned'] }) state: string;
}

class WaterfallStepView {
  @ApiProperty() code: string;
  @ApiProperty() label: string;
  @ApiProperty({ enum: ['total', 'step'], description: 'A total is the sum of the steps before it' }) kind: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty({ description: 'Start of the bar' }) from_minor: string;
  @ApiProperty({ description: 'End of the bar' }) to_minor: string;
}

export class EarningsView {
  @ApiProperty() month: string;
  @ApiProperty() currency: string;
  @ApiProperty({ type: [String], description: 'Currencies with any amounts' }) currencies: string[];
  @ApiProperty({ description: 'Your share of what tenants paid: `share` of the waterfall' }) earned_minor: string;
  @ApiProperty({
    type: [WaterfallStepView],
    description:
      'From sales to the amount paid: the amounts of the statement, or before its run is prepared, of the one that would be made now. Empty while another month’s run is next',
  })
  waterfall: WaterfallStepView[];
  @ApiProperty({ ...maybeText, description: 'The transfer of the amount paid' }) transfer_id: string | null;
  @ApiProperty({ ...maybeText, description: 'For this month, once its run is prepared' }) statement_id: string | null;
  @ApiProperty({ type: [EarningLineView] }) lines: EarningLineView[];
}

class StatementPaymentView {
  @ApiProperty() ledger_tx: string;
  @ApiProperty() invoice_id: string;
  @ApiProperty() charge: string;
  @ApiProperty(instant) booked_at: string;
  @ApiProperty() lines: number;
  @ApiProperty() amount_minor: string;
}

class EntryLinkView {
  @ApiProperty() line_id: string;
  @ApiProperty() amount_minor: string;
}

class StatementEntryView {
  @ApiProperty() ledger_tx: string;
  @ApiProperty() kind: string;
  @ApiProperty() title: string;
  @ApiProperty() source_type: string;
  @ApiProperty() source_id: string;
  @ApiProperty(instant) booked_at: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty({ type: [EntryLinkView], description: 'The lines it reverses or reinstates' }) lines: EntryLinkView[];
}

export class StatementUnpaidView {
  @ApiProperty() reason: string;
  @ApiProperty() reason_text: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty(instant) expected_at: string;
  @ApiProperty({ enum: DATE_KINDS, description: 'Meaning of the date' }) date_kind: (typeof DATE_KINDS)[number];
  @ApiProperty({ description: 'What must happen before it is paid' }) waits_for: string;
  @ApiProperty({ description: 'Who can resolve it' }) who_acts: string;
  @ApiProperty(maybeText) note: string | null;
}

export class LaterEventView {
  @ApiProperty({ enum: LIFE_KINDS }) kind: LifeEvent['kind'];
  @ApiProperty() label: string;
  @ApiProperty(instant) at: string;
  @ApiProperty({ description: 'Id at the processor, or of our ledger transaction' }) ref: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty({ ...maybeText, description: 'The other statement; null while the next one is not final' })
  statement_id: string | null;
  @ApiProperty({ ...maybeText, example: '2026-12', description: 'Its month' }) month: string | null;
}

class StatementProofView {
  @ApiProperty() position: number;
  @ApiProperty() size: number;
  @ApiProperty() tree_root: string;
  @ApiProperty() previous_root: string;
  @ApiProperty() root: string;
}

export class StatementView {
  @ApiProperty() id: string;
  @ApiProperty() month: string;
  @ApiProperty() currency: string;
  @ApiProperty() author_id: string;
  @ApiProperty() author_name: string;
  @ApiProperty({ description: 'Carried forward from the previous statement' }) opening_minor: string;
  @ApiProperty({ description: 'Payments that arrived, for this month’s invoices and for earlier ones' })
  earned_minor: string;
  @ApiProperty({ description: 'Refunds, disputes, fees, holds and corrections' }) other_minor: string;
  @ApiProperty() closing_minor: string;
  @ApiProperty() paid_minor: string;
  @ApiProperty() carried_minor: string;
  @ApiProperty() held_minor: string;
  @ApiProperty({ description: 'In reserve from earlier runs at the cut-off' }) reserve_minor: string;
  @ApiProperty({ description: 'Withheld for open disputes at the cut-off' }) disputed_minor: string;
  @ApiProperty() pending_minor: string;
  @ApiProperty({ enum: ['open', 'paid', 'carried', 'nothing'] }) outcome: string;
  @ApiProperty() reason: string;
  @ApiProperty() reason_text: string;
  @ApiProperty(maybeText) transfer_id: string | null;
  @ApiProperty(maybeInstant) settled_at: string | null;
  @ApiProperty(maybeText) self_billing_number: string | null;
  @ApiProperty({
    ...maybeText,
    description: 'Number of the corrective of earlier self-billing invoices; null in lists',
  })
  corrective_number: string | null;
  @ApiProperty({ description: 'True once the month is sealed; it never changes after that' }) final: boolean;
  @ApiProperty({ type: [StatementUnpaidView] }) unpaid: StatementUnpaidView[];
  @ApiProperty({ type: StatementProofView, nullable: true }) proof: StatementProofView | null;
  @ApiProperty({ type: [StatementPaymentView], description: 'Empty in lists' }) payments: StatementPaymentView[];
  @ApiProperty({ type: [EarningLineView], description: 'Empty in lists' }) lines: EarningLineView[];
  @ApiProperty({ type: [LaterEventView], description: 'What happened to its payout after it was final' })
  later: LaterEventView[];
  @ApiProperty({ type: [LaterEventView], description: 'What happened to payouts of earlier statements since' })
  earlier: LaterEventView[];
  @ApiProperty({ type: [StatementEntryView], description: 'Empty in lists' }) entries: StatementEntryView[];
}

const amount = { type: String, nullable: true, description: 'Null when it was altered' } as const;

/** A statement in a list. A statement altered after sealing is listed without amounts. */
export class StatementRowView extends OmitType(StatementView, [
  'opening_minor',
  'earned_minor',
  'other_minor',
  'closing_minor',
  'paid_minor',
  'carried_minor',
  'held_minor',
  'reserve_minor',
  'disputed_minor',
  'pending_minor',
  'outcome',
] as const) {
  @ApiProperty({ description: 'Recomputed, it does not match its seal. Its content is withheld' }) altered: boolean;
  @ApiProperty({ enum: ['open', 'paid', 'carried', 'nothing', 'altered'] }) outcome: string;
  @ApiProperty(amount) opening_minor: string | null;
  @ApiProperty(amount) earned_minor: string | null;
  @ApiProperty(amount) other_minor: string | null;
  @ApiProperty(amount) closing_minor: string | null;
  @ApiProperty(amount) paid_minor: string | null;
  @ApiProperty(amount) carried_minor: string | null;
  @ApiProperty(amount) held_minor: string | null;
  @ApiProperty(amount) reserve_minor: string | null;
  @ApiProperty(amount) disputed_minor: string | null;
  @ApiProperty(amount) pending_minor: string | null;
}

class StatementCheckView {
  @ApiProperty() name: string;
  @ApiProperty() ok: boolean;
  @ApiProperty() detail: string;
}

export class StatementVerdictView {
  @ApiProperty() ok: boolean;
  @ApiProperty({ type: [StatementCheckView] }) checks: StatementCheckView[];
}

export class MonthRootView {
  @ApiProperty({ example: '2026-11' }) month: string;
  @ApiProperty() root: string;
  @ApiProperty() previous_root: string;
  @ApiProperty() statements: number;
  @ApiProperty(instant) sealed_at: string;
}

export class TaxProfileView {
  @ApiProperty({ description: 'False if none was saved yet; the other fields are then empty' }) saved: boolean;
  @ApiProperty({ description: 'Revision; send it with a change to detect concurrent edits' }) revision: string;
  @ApiProperty() legal_name: string;
  @ApiProperty() address: string;
  @ApiProperty() country: string;
  @ApiProperty(maybeText) tax_id: string | null;
  @ApiProperty(maybeText) vat_id: string | null;
  @ApiProperty(TAX_ID_CHECK) vat_id_check: TaxIdCheck | null;
  @ApiProperty({ type: ViesView, nullable: true, description: 'Null: no answer' }) vies: ViesView | null;
  @ApiProperty({ enum: ['not_registered', 'reverse_charge', 'exempt'] }) vat_treatment: string;
  @ApiProperty() self_billing_consent: boolean;
  @ApiProperty(maybeText) saved_by: string | null;
  @ApiProperty(maybeInstant) saved_at: string | null;
}

export class ExportView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: EXPORT_KINDS }) kind: string;
  @ApiProperty({ enum: ['csv', 'json', 'pdf'] }) format: string;
  @ApiProperty({ ...maybeText, example: '2026-11', description: 'Null for a list' }) month: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'boolean' }] },
    description: 'Filters of the list',
  })
  filter: ExportFilter;
  @ApiProperty({ description: 'No real money; stated in the file name and in every row' }) is_test: boolean;
  @ApiProperty({ enum: ['queued', 'running', 'done', 'failed'] }) state: string;
  @ApiProperty() rows_done: number;
  @ApiProperty({ type: Number, nullable: true }) rows_total: number | null;
  @ApiProperty() bytes: number;
  @ApiProperty(maybeText) sha256: string | null;
  @ApiProperty(maybeText) problem: string | null;
  @ApiProperty() requested_by: string;
  @ApiProperty(instant) created_at: string;
  @ApiProperty(maybeInstant) finished_at: string | null;
  @ApiProperty({ ...instant, description: 'Removed after this instant' }) kept_until: string;
}
