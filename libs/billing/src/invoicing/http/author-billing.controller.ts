import { Query } from '@nestjs/common';
import {
  CurrentActor,
  MemberMay,
  RequireRole,
  requireScope,
  RequireStepUp,
  scopeIds,
  type Actor,
} from '@portal/platform/access';
import { IdParam, ApiController, GetData, GetFile, GetPage, PostData } from '@portal/platform/http';
import { PayInvoice } from '../../collection/pay-invoice.js';
import { BillingDocuments } from '../../documents/read/billing-documents.js';
import { Invoices } from '../read/invoices.js';
import { ListingFees } from '../read/listing-fees.js';
import { EstimateEarnings } from '../../policies/estimate-earnings.js';
import { EarningsEstimateQuery } from '../../policies/revenue-share-overrides.dto.js';
import { RevenueShares } from '../../policies/revenue-shares.js';
import { InvoiceDetailView } from './billing.view.js';
import { ListingFeeView } from './listing-fees.view.js';
import { AuthorShareView, EarningsEstimateView } from '../../policies/revenue-share-overrides.view.js';

/** Listing fees and revenue shares of authors. */
@RequireRole('author')
@ApiController('author money', 'api/v1/author')
export class AuthorBillingController {
  constructor(
    private readonly fees: ListingFees,
    private readonly shares: RevenueShares,
    private readonly estimateEarnings: EstimateEarnings,
    private readonly invoices: Invoices,
    private readonly payInvoiceUseCase: PayInvoice,
    private readonly documents: BillingDocuments,
  ) {}

  /** List your listing fees. Newest first. */
  @GetPage('listing-fees', ListingFeeView)
  @MemberMay('see_money')
  listListingFees(@CurrentActor() actor: Actor) {
    return this.fees.list(scopeIds(actor, 'author'));
  }

  /**
   * List your revenue shares. Past, current and scheduled: the standard share, your organisation's and those of single
   * Drives. Newest first.
   */
  @GetPage('revenue-shares', AuthorShareView)
  @MemberMay('see_money')
  listShares(@CurrentActor() actor: Actor) {
    return this.shares.ofAuthors(scopeIds(actor, 'author'));
  }

  /** Estimate earnings. Of installs at the current price of a tier and your current share, without tax. */
  @GetData('earnings-estimate', EarningsEstimateView)
  @MemberMay('see_money')
  estimate(@CurrentActor() actor: Actor, @Query() query: EarningsEstimateQuery) {
    const { tier, installs, month_percent: monthPercent } = query;
    return this.estimateEarnings.execute(requireScope(actor, 'author'), { tier, installs, monthPercent });
  }

  /** Pay a listing-fee invoice now. With the saved payment method, instead of waiting for the next attempt. */
  @PostData('invoices/:id/pay', InvoiceDetailView)
  @MemberMay('manage_money')
  @RequireStepUp()
  async payInvoice(@CurrentActor() actor: Actor, @IdParam() id: string) {
    await this.payInvoiceUseCase.execute(actor, id, 'author');
    return this.invoices.get(id, scopeIds(actor, 'author'));
  }

  /** Download an invoice of your listing fees as PDF. Or a credit note, by its id. The same bytes every time. */
  @GetFile('invoices/:id/pdf', ['application/pdf'])
  @MemberMay('see_money')
  getPdf(@CurrentActor() actor: Actor, @IdParam() id: string) {
    return this.documents.pdf(id, scopeIds(actor, 'author'));
  }
}
