import { ApiProperty } from '@nestjs/swagger';

class PaidFigureView {
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({ description: 'Minor units as decimal text', example: '1824051' }) amount_minor: string;
}

/** Counts and sums over everybody, in which nobody can be recognised. */
export class FiguresView {
  @ApiProperty({ description: 'Plugins in the catalogue' }) listed: number;
  @ApiProperty({ description: 'Running installs of them, counted every few minutes' }) installs: number;
  @ApiProperty({ description: 'YYYY-MM, the last UTC month that is over', example: '2026-10' }) paid_month: string;
  @ApiProperty({
    type: [PaidFigureView],
    description: 'Payouts to authors in that month; a currency in which fewer than three were paid is left out',
  })
  paid: PaidFigureView[];
}
