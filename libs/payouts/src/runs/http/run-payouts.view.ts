import { ApiProperty } from '@nestjs/swagger';
import { PayoutView } from './payouts.view.js';

export class RunPayoutView extends PayoutView {
  @ApiProperty({ description: 'Charged, without tax, from the payments that this run covers' }) gross_minor: string;
  @ApiProperty({ description: "The platform's share of it" }) platform_minor: string;
  @ApiProperty({ description: "The author's share of it; gross = platform + author" }) author_minor: string;
  @ApiProperty({ description: 'Paid by the previous run' }) before_minor: string;
  @ApiProperty({ description: 'Amount to pay, less the amount paid by the previous run' }) change_minor: string;
}
