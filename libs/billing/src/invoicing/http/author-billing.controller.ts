import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import {
  CurrentActor,
  MemberMay,
  RequireRole,
  requireScope,
  RequireStepUp,
  scopeIds,
  type Actor,
} from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { PayInvoice } from '../../collection/pay-invoice.js';
import { Invoices } from '../read/invoices.js';
import { ListingFees } from '../read/listing-fees.js';
import { EstimateEarnings } from '../../policies/estimate-earnings.js';
import { EarningsEstimateQuery } from '../../policies/revenue-share-overrides.dto.js';
import { RevenueShares } from '../../policies/revenue-shares.js';
import { InvoiceDetailView } from './billing.view.js';
import { ListingFeeView } from './listing-fees.view.js';
import { AuthorShareView, EarningsEstimateView } from '../../policies/revenue-share-overrides.view.js';

/** Listing fees and revenue shares of authors. */
@ApiTags('author money')
@RequireRole('author')
@Controller('api/v1/author')
export class AuthorBillingController {
  constructor(
    private readonly fees: ListingFees,
    private readonly shares: RevenueShares,
    private readonly estimateEarnings: EstimateEarnings,
    private readonly invoices: Invoices,
    private readonly payInvoiceUseCase: PayInvoice,
  ) {}

  /** List your listing fees. Newest first. */
  @Get('listing-fees')
  @MemberMay('see_money')
  @ApiPage(ListingFeeView)
  listListingFees(@CurrentActor() actor: Actor): Promise<Page<ListingFeeView>> {
    return this.fees.list(scopeIds(actor, 'author'));
  }

  /**
   * List your revenue shares. Past, current and scheduled: the standard share, your organisation's and those of single
   * Drives. Newest first.
   */
  @Get('revenue-shares')
  @MemberMay('see_money')
  @ApiPage(AuthorShareView)
  listShares(@CurrentActor() actor: Actor): Promise<Page<AuthorShareView>> {
    return this.shares.ofAuthors(scopeIds(actor, 'author'));
  }

  /** Estimate earnings. Of installs at the current price of a tier and your current share, without tax. */
  @Get('earnings-estimate')
  @MemberMay('see_money')
  @ApiData(EarningsEstimateView)
  estimate(@CurrentActor() actor: Actor, @Query() query: EarningsEstimateQuery): Promise<EarningsEstimateView> {
    const { tier, installs, month_percent: monthPercent } = query;
    return this.estimateEarnings.execute(requireScope(actor, 'author'), { tier, installs, monthPercent });
  }

  /** Pay a listing-fee invoice now. With the saved payment method, instead of waiting for the next attempt. */
  @Post('invoices/:id/pay')
  @MemberMay('manage_money')
  @RequireStepUp()
  @ApiData(InvoiceDetailView)
  async payInvoice(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<InvoiceDetailView> {
    await this.payInvoiceUseCase.execute(actor, id, 'author');
    return this.invoices.get(id, scopeIds(actor, 'author'));
  }
}
