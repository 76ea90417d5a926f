import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';

const MINOR = 'Minor units as decimal text';

export class OverdueInvoiceView {
  @ApiProperty() id: string;
  @ApiProperty() number: string;
  @ApiProperty({ description: MINOR }) total_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty(maybeText) problem: string | null;
  @ApiProperty({ ...instant, description: 'First failure' }) past_due_at: string;
  @ApiProperty({ format: 'date-time', type: [String], description: 'When the card is charged again' })
  tries_at: string[];
  @ApiProperty({ ...instant, description: 'When paid plugins are or were suspended' }) suspend_at: string;
}

export class TenantStatusView {
  @ApiProperty({ enum: ['good', 'past_due', 'suspended'] }) state: string;
  @ApiProperty(maybeInstant) suspended_at: string | null;
  @ApiProperty({ type: [OverdueInvoiceView] }) overdue: OverdueInvoiceView[];
}

export class UnpaidTenantView {
  @ApiProperty() tenant_id: string;
  @ApiProperty() tenant_name: string;
}

/** Amount that a tenant still owes on one invoice and that would be written off. */
export class UnpaidInvoiceView {
  @ApiProperty() invoice_id: string;
  @ApiProperty() number: string;
  @ApiProperty({ description: 'YYYY-MM, UTC' }) month: string;
  @ApiProperty({ enum: ['past_due', 'below_minimum'] }) state: string;
  @ApiProperty({ description: MINOR }) owed_minor: string;
  @ApiProperty() currency: string;
}
