import { ApiProperty } from '@portal/platform/description';
import { instant, maybeText } from '@portal/platform/http';
import { BILL_COMPARISONS, type BillComparison } from './domain/compare-bill.js';

const MINOR = 'Minor units as decimal text';

/** The amount that a plugin reports to bill for an install and month, and the invoiced amount. */
export class BillingSummaryView {
  @ApiProperty() install_id: string;
  @ApiProperty() drive_id: string;
  @ApiProperty({ description: 'YYYY-MM, UTC' }) month: string;
  @ApiProperty({ description: 'Lower case' }) currency: string;
  @ApiProperty({ description: 'As the plugin calls it' }) plan: string;
  @ApiProperty({ description: `Reported by the plugin, for information only. ${MINOR}` }) said_minor: string;
  @ApiProperty({ ...instant, description: 'Of the last answer in the month' }) said_at: string;
  @ApiProperty({
    ...maybeText,
    description: `Without tax, before credit notes; null before the month is closed, or in another currency only. ${MINOR}`,
  })
  invoiced_minor: string | null;
  @ApiProperty({ ...maybeText, description: `What the plugin says minus what was invoiced. ${MINOR}` })
  difference_minor: string | null;
  @ApiProperty({ enum: BILL_COMPARISONS }) comparison: BillComparison;
}

export class FinanceBillingSummaryView extends BillingSummaryView {
  @ApiProperty({ description: 'Slug of the Drive' }) drive_slug: string;
  @ApiProperty() tenant_name: string;
}
