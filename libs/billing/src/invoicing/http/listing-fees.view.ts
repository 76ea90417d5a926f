import { ApiProperty } from '@portal/platform/description';
import { maybeText } from '@portal/platform/http';

const MINOR = 'Minor units as decimal text';

export class ListingFeeView {
  @ApiProperty() id: string;
  @ApiProperty() listing_id: string;
  @ApiProperty() listing_name: string;
  @ApiProperty({ description: 'YYYY-MM, UTC' }) month: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: `Without tax. ${MINOR}` }) amount_minor: string;
  @ApiProperty({ description: `In addition to the fee; 0 if no tax data is known. ${MINOR}` }) tax_minor: string;
  @ApiProperty({ description: `Including tax, deducted from the amount owed to the author. ${MINOR}` })
  netted_minor: string;
  @ApiProperty({ ...maybeText, description: 'For what was not' }) invoice_id: string | null;
  @ApiProperty(maybeText) invoice_number: string | null;
  @ApiProperty(maybeText) invoice_state: string | null;
}
