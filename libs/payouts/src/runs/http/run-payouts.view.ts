import { ApiProperty } from '@nestjs/swagger';
import { PayoutView } from './payouts.view.js';

export class RunPayoutView extends PayoutView {
  @ApiProperty({ description: 'Charged without tax, of the payments that this run covers' }) gross_minor: string;
  @ApiProperty({ description: "The platform's share of it" }) platform_minor: string;
  @ApiProperty({ description: "The author's share of it; gross = platform + author" }) author_minor: string;
  @ApiProperty({ description: 'Paid by the run before' }) before_minor: string;
  @ApiProperty({ description: 'To pay, less what the run before paid' }) change_minor: string;
}
