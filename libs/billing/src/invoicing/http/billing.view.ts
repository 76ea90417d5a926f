import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import type { TaxIdCheck } from '../../tax/tax-ids.js';
import { invoiceStates } from '../domain/invoice-state.js';

/** How a tax id was checked. */
export const TAX_ID_CHECK = {
  enum: ['by_form', 'by_vies', 'failed'],
  nullable: true,
  type: String,
  description:
    'by_form: its form and check digits are right, which does not say that it is registered; by_vies: it is registered; failed: wrong or not registered',
} as const;

/** What VIES, the register of the member states of the EU, answered about a VAT id. */
export class ViesView {
  @ApiProperty() valid: boolean;
  @ApiProperty(instant) checked_at: string;
  @ApiProperty({ ...maybeText, description: 'Consultation number, given to an operator with a VAT id of its own' })
  reference: string | null;
}

const MINOR = 'Minor units as decimal text';

export class PeriodTotalView {
  @ApiProperty() currency: string;
  @ApiProperty() invoices: number;
  @ApiProperty({ description: MINOR }) total_minor: string;
  @ApiProperty({ description: MINOR }) paid_minor: string;
  @ApiProperty({ description: `The authors' share. ${MINOR}` }) author_minor: string;
  @ApiProperty({ description: MINOR }) platform_minor: string;
}

export class PeriodView {
  @ApiProperty({ description: 'YYYY-MM, UTC' }) month: string;
  @ApiProperty({ enum: ['open', 'closing', 'closed'] }) state: string;
  @ApiProperty({ description: 'The month is over and can be closed' }) can_close: boolean;
  @ApiProperty() invoices: number;
  @ApiProperty({ description: `Total in the currency with the most invoices. ${MINOR}` }) total_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty({ type: [PeriodTotalView] }) totals: PeriodTotalView[];
  @ApiProperty(maybeInstant) closed_at: string | null;
}

export class PeriodStateView {
  @ApiProperty() month: string;
  @ApiProperty({ enum: ['open', 'closing', 'closed'] }) state: string;
  @ApiProperty({ ...maybeText, description: 'Of the approval that waits, in `/api/v1/approvals`' })
  approval_id: string | null;
}

export class InvoiceView {
  @ApiProperty() id: string;
  @ApiProperty({ description: 'Gapless' }) number: string;
  @ApiProperty() tenant_id: string;
  @ApiProperty() tenant_name: string;
  @ApiProperty({ description: 'YYYY-MM, UTC' }) month: string;
  @ApiProperty({ enum: invoiceStates.states }) state: string;
  @ApiProperty({ description: MINOR }) subtotal_minor: string;
  @ApiProperty({ description: MINOR }) tax_minor: string;
  @ApiProperty({ description: MINOR }) total_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty(maybeInstant) issued_at: string | null;
  @ApiProperty(maybeInstant) paid_at: string | null;
  @ApiProperty({ enum: ['installs', 'listing_fee'], description: 'The listing fee is billed to an author' })
  kind: string;
  @ApiProperty(maybeInstant) next_retry_at: string | null;
  @ApiProperty({ ...maybeInstant, description: 'First failure' }) past_due_at: string | null;
  @ApiProperty({ ...maybeInstant, description: 'When paid plugins are suspended if unpaid' }) suspend_at: string | null;
  @ApiProperty({ ...maybeText, description: 'Why it is not paid: a decline code or no_payment_method' })
  last_problem: string | null;
}

export class InvoiceLineView {
  @ApiProperty() id: string;
  @ApiProperty() install_id: string;
  @ApiProperty() drive_id: string;
  @ApiProperty() drive_name: string;
  @ApiProperty() venture_name: string;
  @ApiProperty({ description: 'The calculation in words' }) text: string;
  @ApiProperty(instant) from_at: string;
  @ApiProperty(instant) to_at: string;
  @ApiProperty({ description: `Price of a whole month. ${MINOR}` }) price_minor: string;
  @ApiProperty() seconds: number;
  @ApiProperty() month_seconds: number;
  @ApiProperty({ description: `Before tax. ${MINOR}` }) amount_minor: string;
  @ApiProperty({ description: `Share of the invoice's tax, returned by a refund. ${MINOR}` }) tax_minor: string;
}

export class PaymentAttemptView {
  @ApiProperty() n: number;
  @ApiProperty({ enum: ['sending', 'succeeded', 'declined', 'requires_action', 'void', 'stuck', 'surplus'] })
  state: string;
  @ApiProperty({ description: MINOR }) amount_minor: string;
  @ApiProperty(maybeText) payment_intent_id: string | null;
  @ApiProperty(maybeText) problem: string | null;
  @ApiProperty(instant) created_at: string;
}

export class InvoiceTaxView {
  @ApiProperty(maybeText) legal_name: string | null;
  @ApiProperty(maybeText) country: string | null;
  @ApiProperty(maybeText) region: string | null;
  @ApiProperty(maybeText) tax_id: string | null;
  @ApiProperty({ ...maybeText, description: 'As on the invoice: VAT' }) name: string | null;
  @ApiProperty({ ...maybeText, description: 'For example 19.00' }) percentage: string | null;
  @ApiProperty({ description: 'The customer owes the tax (reverse charge)' }) reverse_charge: boolean;
  @ApiProperty({ description: 'rated, reverse_charge, no_rate, address_missing, or a code of the provider' })
  reason: string;
}

export class BillingDetailsView {
  @ApiProperty({ description: 'False if nothing was entered yet; all fields are then empty' }) given: boolean;
  @ApiProperty({ description: 'Revision; send it with a change to detect concurrent edits' }) revision: string;
  @ApiProperty() legal_name: string;
  @ApiProperty() line1: string;
  @ApiProperty() city: string;
  @ApiProperty() postal_code: string;
  @ApiProperty(maybeText) region: string | null;
  @ApiProperty() country: string;
  @ApiProperty(maybeText) tax_id_type: string | null;
  @ApiProperty(maybeText) tax_id: string | null;
  @ApiProperty(TAX_ID_CHECK) tax_id_check: TaxIdCheck | null;
  @ApiProperty({ type: ViesView, nullable: true, description: 'Null: no answer' }) vies: ViesView | null;
}

export class SellerView {
  @ApiProperty() legal_name: string;
  @ApiProperty({ description: 'Lines as on an envelope' }) address: string;
  @ApiProperty() country: string;
  @ApiProperty({ ...maybeText, description: 'Null: has none' }) tax_id: string | null;
}

export class InvoiceDetailView extends InvoiceView {
  @ApiProperty({
    type: SellerView,
    nullable: true,
    description: 'The operator as named when the invoice was issued; null if it was not set',
  })
  seller: SellerView | null;
  @ApiProperty({
    type: InvoiceTaxView,
    nullable: true,
    description: 'How the tax was computed; null without tax rules',
  })
  tax: InvoiceTaxView | null;
  @ApiProperty({ type: [InvoiceLineView] }) lines: InvoiceLineView[];
  @ApiProperty({ enum: ['portal', 'host'], description: 'host: paid over by the host, no card is charged' })
  collected_by: string;
  @ApiProperty({ ...maybeText, description: 'Of the transfer with which the host paid it' })
  host_reference: string | null;
  @ApiProperty({ type: [PaymentAttemptView] }) payments: PaymentAttemptView[];
}

export class CardPageView {
  @ApiProperty({ description: "The provider's page for entering a card, valid for a day" }) url: string;
}

export class PaymentMethodView {
  @ApiProperty(maybeText) brand: string | null;
  @ApiProperty(maybeText) last4: string | null;
  @ApiProperty({ type: Number, nullable: true }) exp_month: number | null;
  @ApiProperty({ type: Number, nullable: true }) exp_year: number | null;
  @ApiProperty({ enum: ['portal', 'host'], description: 'host: the host collects, and no card is charged' })
  collected_by: string;
  @ApiProperty({ description: 'Paid installs are possible and invoices can be charged' }) ready: boolean;
}

export class TenantPayerView extends PaymentMethodView {
  @ApiProperty({ ...maybeText, description: 'Customer of the payment account that is charged' })
  customer: string | null;
}
