import { ApiProperty, PickType } from '@portal/platform/description';
import { maybeText } from '@portal/platform/http';
import { PayoutConversionView, PayoutStepView, PayoutView } from '../runs/http/payouts.view.js';

export class AuthorPayoutView extends PickType(PayoutView, [
  'currency',
  'amount_minor',
  'transfer_id',
  'bank_payout_id',
  'reversals',
] as const) {
  @ApiProperty({ description: 'Also the id of its statement' }) id: string;
  @ApiProperty({ description: 'YYYY-MM: the month of its run' }) month: string;
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
  @ApiProperty({ description: 'Sum of all transfers without what was reversed; minor units as decimal text' })
  amount_minor: string;
  @ApiProperty() payouts: number;
}

export class AuthorPayoutsView {
  @ApiProperty({ type: [AuthorPayoutView], description: 'Newest first, without amounts of 0' })
  items: AuthorPayoutView[];
  @ApiProperty(maybeText) next_cursor: string | null;
  @ApiProperty({ type: [PaidInAllView], description: 'By currency; amounts in different currencies are never offset' })
  paid_in_all: PaidInAllView[];
}
