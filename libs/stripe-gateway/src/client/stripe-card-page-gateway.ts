import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type Stripe from 'stripe';
import { stripeErrors } from '../errors.js';
import { CardPageGateway, type CardPageInput, type CardPageState } from '../ports/card-page-gateway.js';
import { keyed, StripeClient } from './stripe-client.js';
import { savedCard } from './stripe-values.js';

/** A Checkout Session in setup mode. */
@Injectable()
export class StripeCardPageGateway extends CardPageGateway {
  constructor(private readonly client: StripeClient) {
    super();
  }

  async open(input: CardPageInput): Promise<{ pageId: string; url: string }> {
    const { id, url } = await this.client.ask('checkout_sessions', (stripe) =>
      stripe.checkout.sessions.create(
        {
          mode: 'setup',
          customer: input.customerId,
          allowed_payment_method_types: ['card'],
          success_url: input.returnUrl,
          cancel_url: input.cancelUrl,
        },
        keyed(input),
      ),
    );
    // When a key is sent again, the page may already be used or expired.
    if (url === null) throw new AppError(stripeErrors.payment_provider_unavailable);
    return { pageId: id, url };
  }

  async find(pageId: string): Promise<CardPageState | undefined> {
    const session = await this.client.find('checkout_sessions', (stripe) =>
      stripe.checkout.sessions.retrieve(pageId, { expand: ['setup_intent.payment_method'] }),
    );
    if (session?.status === 'complete') return savedBy(session);
    return session && { kind: session.status === 'expired' ? 'expired' : 'open' };
  }
}

/** Complete, but the setup is not: the bank has not confirmed yet. */
function savedBy({ customer, setup_intent: setup }: Stripe.Checkout.Session): CardPageState {
  if (setup === null || typeof setup === 'string' || setup.status !== 'succeeded') return { kind: 'open' };
  const method = setup.payment_method;
  if (customer === null || method === null || typeof method === 'string') return { kind: 'open' };
  return { kind: 'saved', customerId: typeof customer === 'string' ? customer : customer.id, ...savedCard(method) };
}
