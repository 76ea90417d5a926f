import { Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { CardPageGateway } from '@portal/stripe-gateway';
import { PayerCustomer } from './payer-customer.js';

/** Asks the provider for the page on which a payer enters a card, and says where it comes back to. */
@Injectable()
export class RequestCardPage {
  constructor(
    private readonly customer: PayerCustomer,
    private readonly gateway: CardPageGateway,
    private readonly config: Config,
  ) {}

  /**
   * @param askId id of the row that says what the page is needed for; the keys come from it
   * @param path page of the portal to come back to, with a query that goes on (`?` or `&` at its end)
   * @throws AppError `payment_provider_unavailable` (503)
   */
  async execute(
    askId: string,
    payer: { id: string; name: string },
    path: string,
  ): Promise<{ pageId: string; url: string }> {
    return this.gateway.open({
      idempotencyKey: `cs_${askId}`,
      customerId: await this.customer.ensure(askId, payer),
      returnUrl: `${this.config.publicUrl}${path}card={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${this.config.publicUrl}${path}card=`,
    });
  }
}
