import { ApiProperty } from '@portal/platform/description';

class PaidAmountView {
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({ description: 'Minor units as decimal text', example: '184200' }) amount_minor: string;
}

/** What authors were paid in the last calendar month. */
export class PaidLastMonthView {
  @ApiProperty({
    type: [PaidAmountView],
    description: 'Without currencies in which fewer than three authors were paid',
  })
  amounts: PaidAmountView[];
}
