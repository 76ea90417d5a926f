import { ApiProperty } from '@portal/platform/description';
import { SharePartsView } from './revenue-share-overrides.view.js';

class TermAmountView {
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({ description: 'Minor units as decimal text', example: '2500' }) amount_minor: string;
}

class TierPriceView extends TermAmountView {
  @ApiProperty({ example: 'standard' }) tier: string;
  @ApiProperty({ type: SharePartsView, description: 'Of one install and a whole month' }) share: SharePartsView;
}

/** What holds for every author today. */
export class SellerTermsView {
  @ApiProperty({ description: 'The author’s share of what tenants pay without tax, in hundredths of a percent' })
  author_basis_points: number;
  @ApiProperty({ type: [TierPriceView], description: 'Per install and month, on the open market' })
  prices: TierPriceView[];
  @ApiProperty({ type: [TermAmountView], description: 'Smaller amounts are carried forward to the next month' })
  payout_minimum: TermAmountView[];
  @ApiProperty({ description: 'People who approve a payout run, besides the one who prepares it' })
  payout_approvals: number;
  @ApiProperty({
    type: [TermAmountView],
    description: 'Per month and listing whose author bills the customers; none: such listings are not possible yet',
  })
  listing_fee: TermAmountView[];
  @ApiProperty({ type: [String], description: 'Where authors can be paid, by ISO 3166-1 code' }) countries: string[];
}
