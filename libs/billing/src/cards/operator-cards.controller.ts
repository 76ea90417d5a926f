import { Body, Param } from '@nestjs/common';
import { CurrentActor, RequireRole, RequireStepUp, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData, PostData } from '@portal/platform/http';
import { BillingDetailsBody, CardPageBody, SavePaymentMethodBody } from '../invoicing/http/billing.dto.js';
import { BillingDetailsView, CardPageView, PaymentMethodView } from '../invoicing/http/billing.view.js';
import { FinishCardPage } from './finish-card-page.js';
import { OpenCardPage } from './open-card-page.js';
import { PaymentMethod } from './payment-method.js';
import { SavePaymentMethod } from './save-payment-method.js';
import { SetBillingDetails } from './set-billing-details.js';

/** The card for a tenant's invoices, and its billing details. */
@RequireRole('operator')
@ApiController('operator', 'api/v1/operator')
export class OperatorCardsController {
  constructor(
    private readonly paymentMethod: PaymentMethod,
    private readonly savePaymentMethod: SavePaymentMethod,
    private readonly openCardPage: OpenCardPage,
    private readonly finishCardPage: FinishCardPage,
    private readonly billingDetails: SetBillingDetails,
  ) {}

  /** Get the billing details of a tenant. Name, address and tax id for its invoices. */
  @GetData('tenants/:tenantId/billing-details', BillingDetailsView)
  getDetails(@CurrentActor() actor: Actor, @IdParam('tenantId') tenantId: string) {
    return this.billingDetails.get(actor, tenantId);
  }

  /**
   * Save the billing details of a tenant. Name, address and tax id for future invoices; existing ones stay as they are.
   */
  @PostData('tenants/:tenantId/billing-details', BillingDetailsView)
  setDetails(@CurrentActor() actor: Actor, @IdParam('tenantId') tenantId: string, @Body() body: BillingDetailsBody) {
    return this.billingDetails.save(actor, tenantId, body);
  }

  /** Get the payment method of a tenant. The card that its invoices are charged to. */
  @GetData('tenants/:tenantId/payment-method', PaymentMethodView)
  get(@CurrentActor() actor: Actor, @Param('tenantId') tenantId: string) {
    return this.paymentMethod.get(actor, tenantId);
  }

  /** Save a payment method for a tenant. Replaces the card that its invoices are charged to. */
  @PostData('tenants/:tenantId/payment-method', PaymentMethodView)
  @RequireStepUp()
  async save(@CurrentActor() actor: Actor, @Param('tenantId') tenantId: string, @Body() body: SavePaymentMethodBody) {
    await this.savePaymentMethod.execute(actor, tenantId, body.payment_method);
    return this.paymentMethod.get(actor, tenantId);
  }

  /** Open the payment provider's page for a card. Returns the address of the page, which leads back to the portal. */
  @PostData('tenants/:tenantId/payment-method/page', CardPageView)
  @RequireStepUp()
  openPage(@CurrentActor() actor: Actor, @IdParam('tenantId') tenantId: string) {
    return this.openCardPage.ofTenant(actor, tenantId);
  }

  /** Save the card entered on the payment provider's page. Called when the browser comes back from that page. */
  @PostData('tenants/:tenantId/payment-method/finish', PaymentMethodView)
  async finish(@CurrentActor() actor: Actor, @IdParam('tenantId') tenantId: string, @Body() body: CardPageBody) {
    await this.paymentMethod.get(actor, tenantId);
    await this.finishCardPage.forPayer(actor, tenantId, body.page_id);
    return this.paymentMethod.get(actor, tenantId);
  }
}
