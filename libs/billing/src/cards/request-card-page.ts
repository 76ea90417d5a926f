import { Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { CardPageGateway } from '@portal/stripe-gateway';
import { PayerCustomer } from './payer-customer.js';

/** Requests a card page from the provider and sets its return URL. */
@Injectable()
export class RequestCardPage {
  constructor(
    private readonly customer: PayerCustomer,
    private readonly gateway: CardPageGateway,
    private readonly config: Config,
  ) {}

  /**
   * @param askId id of the row that needs the page; the idempotency keys are derived from it
   * @param path page of the portal to return to, with a query that can be extended (ends with `?` or `&`)
   * @throws AppError `payment_provider_unavailable` (503)
   */
  async execute(askId: string, payer: { id: string; name: string }, path: string) {
    return this.gateway.open({
      idempotencyKey: `cs_${askId}`,
      customerId: await this.customer.ensure(askId, payer),
      returnUrl: `${this.config.publicUrl}${path}card={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${this.config.publicUrl}${path}card=`,
    });
  }
}
