import { ApiProperty } from '@nestjs/swagger';
import { invoiceStates } from '../domain/invoice-state.js';

const MINOR = 'Minor units as decimal text';

export class PeriodTotalView {
  @ApiProperty() currency: string;
  @ApiProperty() invoices: number;
  @ApiProperty({ description: MINOR }) total_minor: string;
  @ApiProperty({ description: MINOR }) paid_minor: string;
  @ApiProperty({ description: `What the authors get of it. ${MINOR}` }) author_minor: string;
  @ApiProperty({ description: MINOR }) platform_minor: string;
}

export class PeriodView {
  @ApiProperty({ description: 'YYYY-MM, UTC' }) month: string;
  @ApiProperty({ enum: ['open', 'closing', 'closed'] }) state: string;
  @ApiProperty({ description: 'The month is over and can be closed' }) can_close: boolean;
  @ApiProperty() invoices: number;
  @ApiProperty({ description: `Total in the currency with most invoices. ${MINOR}` }) total_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty({ type: [PeriodTotalView] }) totals: PeriodTotalView[];
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) closed_at: string | null;
}

export class PeriodStateView {
  @ApiProperty() month: string;
  @ApiProperty({ enum: ['open', 'closing', 'closed'] }) state: string;
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
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) issued_at: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) paid_at: string | null;
  @ApiProperty({ enum: ['installs', 'listing_fee'], description: 'A listing fee is billed to an author' }) kind: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) next_retry_at: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'First refusal' })
  past_due_at: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When unpaid paid plugins stand still',
  })
  suspend_at: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why it is not paid: a decline code or no_payment_method' })
  last_problem: string | null;
}

export class InvoiceLineView {
  @ApiProperty() id: string;
  @ApiProperty() install_id: string;
  @ApiProperty() drive_id: string;
  @ApiProperty() drive_name: string;
  @ApiProperty() venture_name: string;
  @ApiProperty({ description: 'The arithmetic in words' }) text: string;
  @ApiProperty({ format: 'date-time' }) from_at: string;
  @ApiProperty({ format: 'date-time' }) to_at: string;
  @ApiProperty({ description: `Price of a whole month. ${MINOR}` }) price_minor: string;
  @ApiProperty() seconds: number;
  @ApiProperty() month_seconds: number;
  @ApiProperty({ description: `Before tax. ${MINOR}` }) amount_minor: string;
  @ApiProperty({ description: `Its part of the invoice's tax, which a refund of it gives back. ${MINOR}` })
  tax_minor: string;
}

export class PaymentAttemptView {
  @ApiProperty() n: number;
  @ApiProperty({ enum: ['sending', 'succeeded', 'declined', 'requires_action', 'void', 'stuck', 'surplus'] })
  state: string;
  @ApiProperty({ description: MINOR }) amount_minor: string;
  @ApiProperty({ type: String, nullable: true, description: `Processor's fee, borne by the platform. ${MINOR}` })
  fee_minor: string | null;
  @ApiProperty({ type: String, nullable: true }) payment_intent_id: string | null;
  @ApiProperty({ type: String, nullable: true }) problem: string | null;
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

export class InvoiceTaxView {
  @ApiProperty({ type: String, nullable: true }) legal_name: string | null;
  @ApiProperty({ type: String, nullable: true }) country: string | null;
  @ApiProperty({ type: String, nullable: true }) region: string | null;
  @ApiProperty({ type: String, nullable: true }) tax_id: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'As on the invoice: VAT' }) name: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Such as 19.00' }) percentage: string | null;
  @ApiProperty({ description: 'The customer owes the tax itself' }) reverse_charge: boolean;
  @ApiProperty({ description: 'rated, reverse_charge, no_rate, address_missing, or a word of the provider' })
  reason: string;
}

export class BillingDetailsView {
  @ApiProperty({ description: 'False: nothing was given yet, and all of it is empty' }) given: boolean;
  @ApiProperty({ description: 'Names what is shown here; sent with a change, it tells whether somebody was faster' })
  revision: string;
  @ApiProperty() legal_name: string;
  @ApiProperty() line1: string;
  @ApiProperty() city: string;
  @ApiProperty() postal_code: string;
  @ApiProperty({ type: String, nullable: true }) region: string | null;
  @ApiProperty() country: string;
  @ApiProperty({ type: String, nullable: true }) tax_id_type: string | null;
  @ApiProperty({ type: String, nullable: true }) tax_id: string | null;
}

export class SellerView {
  @ApiProperty() legal_name: string;
  @ApiProperty({ description: 'Lines as on an envelope' }) address: string;
  @ApiProperty() country: string;
  @ApiProperty({ type: String, nullable: true, description: 'Null: has none' }) tax_id: string | null;
}

export class InvoiceDetailView extends InvoiceView {
  @ApiProperty({
    type: SellerView,
    nullable: true,
    description: 'The operator as it was named when the invoice was issued; null: nobody had decided that',
  })
  seller: SellerView | null;
  @ApiProperty({ type: InvoiceTaxView, nullable: true, description: 'How the tax came about; null without tax rules' })
  tax: InvoiceTaxView | null;
  @ApiProperty({ type: [InvoiceLineView] }) lines: InvoiceLineView[];
  @ApiProperty({ type: [PaymentAttemptView] }) payments: PaymentAttemptView[];
}

export class CardPageView {
  @ApiProperty({ description: "The provider's page on which a card is entered; open for a day" }) url: string;
}

export class PaymentMethodView {
  @ApiProperty({ type: String, nullable: true }) brand: string | null;
  @ApiProperty({ type: String, nullable: true }) last4: string | null;
  @ApiProperty({ type: Number, nullable: true }) exp_month: number | null;
  @ApiProperty({ type: Number, nullable: true }) exp_year: number | null;
  @ApiProperty({ description: 'A paid install is possible and invoices can be charged' }) ready: boolean;
}
