import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppError, commonErrors, type Page } from '@portal/kernel';
import {
  ApiData,
  ApiPage,
  CurrentActor,
  MemberMay,
  RequireRole,
  RequireStepUp,
  scopeIds,
  type Actor,
} from '@portal/platform';
import { PayInvoice } from '../../collection/pay-invoice.js';
import { Invoices } from '../read/invoices.js';
import { ListingFees } from '../read/listing-fees.js';
import { PaymentMethod } from '../../cards/payment-method.js';
import { ShareOverrides } from '../../policies/share-overrides.js';
import { FinishCardPage } from '../../cards/finish-card-page.js';
import { OpenCardPage } from '../../cards/open-card-page.js';
import { SavePaymentMethod } from '../../cards/save-payment-method.js';
import { CardPageBody, SavePaymentMethodBody } from './billing.dto.js';
import { CardPageView, InvoiceDetailView, PaymentMethodView } from './billing.view.js';
import { ListingFeeView } from './listing-fees.view.js';
import { AuthorShareView } from '../../policies/share-overrides.view.js';

/** Authors that bill their customers by themselves: what the host charges them, and the card it is charged to. */
@ApiTags('author money')
@RequireRole('author')
@Controller('api/v1/author')
export class AuthorBillingController {
  constructor(
    private readonly fees: ListingFees,
    private readonly shares: ShareOverrides,
    private readonly invoices: Invoices,
    private readonly paymentMethod: PaymentMethod,
    private readonly save: SavePaymentMethod,
    private readonly openCardPage: OpenCardPage,
    private readonly finishCardPage: FinishCardPage,
    private readonly payInvoice: PayInvoice,
  ) {}

  @Get('listing-fees')
  @MemberMay('see_money')
  @ApiPage(ListingFeeView)
  list(@CurrentActor() actor: Actor): Promise<Page<ListingFeeView>> {
    return this.fees.list(scopeIds(actor, 'author'));
  }

  @Get('shares')
  @MemberMay('see_money')
  @ApiPage(AuthorShareView)
  listShares(@CurrentActor() actor: Actor): Promise<Page<AuthorShareView>> {
    return this.shares.ofAuthors(scopeIds(actor, 'author'));
  }

  @Get('payment-method')
  @MemberMay('see_money')
  @ApiData(PaymentMethodView)
  card(@CurrentActor() actor: Actor): Promise<PaymentMethodView> {
    return this.paymentMethod.of(orgOf(actor));
  }

  @Post('payment-method')
  @MemberMay('manage_money')
  @RequireStepUp()
  @HttpCode(200)
  @ApiData(PaymentMethodView)
  async saveCard(@CurrentActor() actor: Actor, @Body() body: SavePaymentMethodBody): Promise<PaymentMethodView> {
    await this.save.ofAuthor(actor, orgOf(actor), body.payment_method);
    return this.paymentMethod.of(orgOf(actor));
  }

  /** The payment provider's page on which somebody enters a card; it comes back to the portal. */
  @Post('payment-method/page')
  @MemberMay('manage_money')
  @RequireStepUp()
  @HttpCode(200)
  @ApiData(CardPageView)
  cardPage(@CurrentActor() actor: Actor): Promise<CardPageView> {
    return this.openCardPage.ofAuthor(actor, orgOf(actor));
  }

  /** Back from that page: the card that was entered there is kept. */
  @Post('payment-method/finish')
  @MemberMay('manage_money')
  @HttpCode(200)
  @ApiData(PaymentMethodView)
  async finishCard(@CurrentActor() actor: Actor, @Body() body: CardPageBody): Promise<PaymentMethodView> {
    await this.finishCardPage.forPayer(actor, orgOf(actor), body.page_id);
    return this.paymentMethod.of(orgOf(actor));
  }

  @Post('invoices/:id/pay')
  @MemberMay('manage_money')
  @RequireStepUp()
  @HttpCode(200)
  @ApiData(InvoiceDetailView)
  async pay(@CurrentActor() actor: Actor, @Param('id', ParseUUIDPipe) id: string): Promise<InvoiceDetailView> {
    await this.payInvoice.execute(actor, id, 'author');
    return this.invoices.get(id, scopeIds(actor, 'author'));
  }
}

function orgOf(actor: Actor): string {
  const [orgId] = scopeIds(actor, 'author');
  if (orgId === undefined) throw new AppError(commonErrors.not_found);
  return orgId;
}
