import { Body } from '@nestjs/common';
import { CurrentActor, MemberMay, RequireRole, RequireStepUp, requireScope, type Actor } from '@portal/platform/access';
import { ApiController, GetData, PostData } from '@portal/platform/http';
import { CardPageBody, SavePaymentMethodBody } from '../invoicing/http/billing.dto.js';
import { CardPageView, PaymentMethodView } from '../invoicing/http/billing.view.js';
import { FinishCardPage } from './finish-card-page.js';
import { OpenCardPage } from './open-card-page.js';
import { PaymentMethod } from './payment-method.js';
import { SavePaymentMethod } from './save-payment-method.js';

/** The card for an author's listing fees. */
@RequireRole('author')
@ApiController('author money', 'api/v1/author')
export class AuthorCardsController {
  constructor(
    private readonly paymentMethod: PaymentMethod,
    private readonly savePaymentMethod: SavePaymentMethod,
    private readonly openCardPage: OpenCardPage,
    private readonly finishCardPage: FinishCardPage,
  ) {}

  /** Get the payment method of your organisation. The card that listing fees are charged to. */
  @GetData('payment-method', PaymentMethodView)
  @MemberMay('see_money')
  get(@CurrentActor() actor: Actor) {
    return this.paymentMethod.of(requireScope(actor, 'author'));
  }

  /** Save a payment method for your organisation. Replaces the card that listing fees are charged to. */
  @PostData('payment-method', PaymentMethodView)
  @MemberMay('manage_money')
  @RequireStepUp()
  async save(@CurrentActor() actor: Actor, @Body() body: SavePaymentMethodBody) {
    await this.savePaymentMethod.ofAuthor(actor, requireScope(actor, 'author'), body.payment_method);
    return this.paymentMethod.of(requireScope(actor, 'author'));
  }

  /** Open the payment provider's page for a card. Returns the address of the page, which leads back to the portal. */
  @PostData('payment-method/page', CardPageView)
  @MemberMay('manage_money')
  @RequireStepUp()
  openPage(@CurrentActor() actor: Actor) {
    return this.openCardPage.ofAuthor(actor, requireScope(actor, 'author'));
  }

  /** Save the card entered on the payment provider's page. Called when the browser comes back from that page. */
  @PostData('payment-method/finish', PaymentMethodView)
  @MemberMay('manage_money')
  async finish(@CurrentActor() actor: Actor, @Body() body: CardPageBody) {
    await this.finishCardPage.forPayer(actor, requireScope(actor, 'author'), body.page_id);
    return this.paymentMethod.of(requireScope(actor, 'author'));
  }
}
