import { ApiProperty } from '@nestjs/swagger';
import { TIMELINE_CODES } from '../domain/payout-timeline.js';
import { PayoutConversionView } from './payouts.view.js';

export class PayoutStepView {
  @ApiProperty({ enum: TIMELINE_CODES }) code: (typeof TIMELINE_CODES)[number];
  @ApiProperty() label: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When it happened; for a step that is not done, when it is expected, null when nobody can say',
  })
  at: string | null;
  @ApiProperty() done: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'The reason of the processor or the bank' })
  note: string | null;
}

export class AuthorPayoutView {
  @ApiProperty({ description: 'Also the id of its statement' }) id: string;
  @ApiProperty({ description: 'YYYY-MM: the month of its run' }) month: string;
  @ApiProperty() currency: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty({ type: String, nullable: true }) transfer_id: string | null;
  @ApiProperty({ type: [PayoutStepView], description: 'In their order, those to come too' })
  timeline: PayoutStepView[];
  @ApiProperty({
    type: PayoutConversionView,
    nullable: true,
    description: 'What the processor made of it, when your account does not keep its currency',
  })
  converted: PayoutConversionView | null;
}

export class PaidInAllView {
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Sum of all transfers; minor units as decimal text' }) amount_minor: string;
  @ApiProperty() payouts: number;
}

export class AuthorPayoutsView {
  @ApiProperty({ type: [AuthorPayoutView], description: 'Newest first, without those of 0' }) items: AuthorPayoutView[];
  @ApiProperty({ type: String, nullable: true }) next_cursor: string | null;
  @ApiProperty({ type: [PaidInAllView], description: 'By currency; nothing is netted between currencies' })
  paid_in_all: PaidInAllView[];
}
