import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppError, commonErrors } from '@portal/kernel';
import { CurrentActor, MemberMay, RequireRole, RequireStepUp, scopeIds, type Actor } from '@portal/platform/access';
import { ApiData } from '@portal/platform/http';
import { CardPageBody, SavePaymentMethodBody } from '../invoicing/http/billing.dto.js';
import { CardPageView, PaymentMethodView } from '../invoicing/http/billing.view.js';
import { FinishCardPage } from './finish-card-page.js';
import { OpenCardPage } from './open-card-page.js';
import { PaymentMethod } from './payment-method.js';
import { SavePaymentMethod } from './save-payment-method.js';

/** The card to which an author's listing fees are charged. */
@ApiTags('author money')
@RequireRole('author')
@Controller('api/v1/author')
export class AuthorCardsController {
  constructor(
    private readonly paymentMethod: PaymentMethod,
    private readonly savePaymentMethod: SavePaymentMethod,
    private readonly openCardPage: OpenCardPage,
    private readonly finishCardPage: FinishCardPage,
  ) {}

  @Get('payment-method')
  @MemberMay('see_money')
  @ApiData(PaymentMethodView)
  get(@CurrentActor() actor: Actor): Promise<PaymentMethodView> {
    return this.paymentMethod.of(orgOf(actor));
  }

  @Post('payment-method')
  @MemberMay('manage_money')
  @RequireStepUp()
  @HttpCode(200)
  @ApiData(PaymentMethodView)
  async save(@CurrentActor() actor: Actor, @Body() body: SavePaymentMethodBody): Promise<PaymentMethodView> {
    await this.savePaymentMethod.ofAuthor(actor, orgOf(actor), body.payment_method);
    return this.paymentMethod.of(orgOf(actor));
  }

  /** The payment provider's page on which somebody enters a card; it comes back to the portal. */
  @Post('payment-method/page')
  @MemberMay('manage_money')
  @RequireStepUp()
  @HttpCode(200)
  @ApiData(CardPageView)
  openPage(@CurrentActor() actor: Actor): Promise<CardPageView> {
    return this.openCardPage.ofAuthor(actor, orgOf(actor));
  }

  /** Back from that page: the card that was entered there is kept. */
  @Post('payment-method/finish')
  @MemberMay('manage_money')
  @HttpCode(200)
  @ApiData(PaymentMethodView)
  async finish(@CurrentActor() actor: Actor, @Body() body: CardPageBody): Promise<PaymentMethodView> {
    await this.finishCardPage.forPayer(actor, orgOf(actor), body.page_id);
    return this.paymentMethod.of(orgOf(actor));
  }
}

function orgOf(actor: Actor): string {
  const [orgId] = scopeIds(actor, 'author');
  if (orgId === undefined) throw new AppError(commonErrors.not_found);
  return orgId;
}
