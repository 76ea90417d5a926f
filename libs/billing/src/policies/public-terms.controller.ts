import { Query } from '@nestjs/common';
import { BypassRowSecurity, Public } from '@portal/platform/access';
import { ApiController, GetData } from '@portal/platform/http';
import { EstimateEarnings } from './estimate-earnings.js';
import { EarningsEstimateQuery } from './revenue-share-overrides.dto.js';
import { EarningsEstimateView } from './revenue-share-overrides.view.js';
import { SellerTerms } from './seller-terms.js';
import { SellerTermsView } from './seller-terms.view.js';

/** For people who think about selling here. */
@Public()
@BypassRowSecurity('terms that hold for all')
@ApiController('public', 'api/public')
export class PublicTermsController {
  constructor(
    private readonly terms: SellerTerms,
    private readonly estimateEarnings: EstimateEarnings,
  ) {}

  /** Get the terms of selling. Prices, the author's share, payouts and fees by the policies in force. */
  @GetData('seller-terms', SellerTermsView)
  sellerTerms() {
    return this.terms.view();
  }

  /** Estimate earnings at the standard share. Of installs at the current price of a tier, without tax. */
  @GetData('earnings-estimate', EarningsEstimateView)
  estimate(@Query() query: EarningsEstimateQuery) {
    const { tier, installs, month_percent: monthPercent } = query;
    return this.estimateEarnings.execute(null, { tier, installs, monthPercent });
  }
}
