import { ApiProperty } from '@nestjs/swagger';
import { maybeText } from '@portal/platform/http';
import { PayoutConversionView, PayoutStepView } from '../runs/http/payouts.view.js';

export class AuthorPayoutView {
  @ApiProperty({ description: 'Also the id of its statement' }) id: string;
  @ApiProperty({ description: 'YYYY-MM: the month of its run' }) month: string;
  @ApiProperty() currency: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty(maybeText) transfer_id: string | null;
  @ApiProperty({ ...maybeText, description: "The processor's payout to the bank that contains it" })
  bank_payout_id: string | null;
  @ApiProperty({ type: [PayoutStepView], description: 'In order, including steps to come' }) timeline: PayoutStepView[];
  @ApiProperty({
    type: PayoutConversionView,
    nullable: true,
    description: 'Amount after conversion by the processor, if your account is in another currency',
  })
  converted: PayoutConversionView | null;
}

class PaidInAllView {
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Sum of all transfers; minor units as decimal text' }) amount_minor: string;
  @ApiProperty() payouts: number;
}

export class AuthorPayoutsView {
  @ApiProperty({ type: [AuthorPayoutView], description: 'Newest first, without amounts of 0' })
  items: AuthorPayoutView[];
  @ApiProperty(maybeText) next_cursor: string | null;
  @ApiProperty({ type: [PaidInAllView], description: 'By currency; amounts in different currencies are never offset' })
  paid_in_all: PaidInAllView[];
}
