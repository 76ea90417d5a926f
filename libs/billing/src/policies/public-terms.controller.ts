import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BypassRowSecurity, Public } from '@portal/platform/access';
import { ApiData } from '@portal/platform/http';
import { EstimateEarnings } from './estimate-earnings.js';
import { EarningsEstimateQuery } from './revenue-share-overrides.dto.js';
import { EarningsEstimateView } from './revenue-share-overrides.view.js';
import { SellerTerms } from './seller-terms.js';
import { SellerTermsView } from './seller-terms.view.js';

/** For people who think about selling here. */
@ApiTags('public')
@Public()
@BypassRowSecurity('terms that hold for all')
@Controller('api/public')
export class PublicTermsController {
  constructor(
    private readonly terms: SellerTerms,
    private readonly estimateEarnings: EstimateEarnings,
  ) {}

  /** Get the terms of selling. Prices, the author's share, payouts and fees by the policies in force. */
  @Get('seller-terms')
  @ApiData(SellerTermsView)
  sellerTerms(): Promise<SellerTermsView> {
    return this.terms.view();
  }

  /** Estimate earnings at the standard share. Of installs at the current price of a tier, without tax. */
  @Get('earnings-estimate')
  @ApiData(EarningsEstimateView)
  estimate(@Query() query: EarningsEstimateQuery): Promise<EarningsEstimateView> {
    const { tier, installs, month_percent: monthPercent } = query;
    return this.estimateEarnings.execute(null, { tier, installs, monthPercent });
  }
}
