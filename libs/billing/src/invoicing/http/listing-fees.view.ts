import { ApiProperty } from '@nestjs/swagger';

const MINOR = 'Minor units as decimal text';

export class ListingFeeView {
  @ApiProperty() id: string;
  @ApiProperty() listing_id: string;
  @ApiProperty() listing_name: string;
  @ApiProperty({ description: 'YYYY-MM, UTC' }) month: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: `Without tax. ${MINOR}` }) amount_minor: string;
  @ApiProperty({ description: `On top of the fee; 0 where nothing is known to tax it by. ${MINOR}` }) tax_minor: string;
  @ApiProperty({ description: `With its tax, taken from what the author was owed. ${MINOR}` }) netted_minor: string;
  @ApiProperty({ type: String, nullable: true, description: 'For what was not' }) invoice_id: string | null;
  @ApiProperty({ type: String, nullable: true }) invoice_number: string | null;
  @ApiProperty({ type: String, nullable: true }) invoice_state: string | null;
}
