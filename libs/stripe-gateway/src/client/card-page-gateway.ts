import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type Stripe from 'stripe';
import { stripeErrors } from '../errors.js';
import { keyed, StripeClient } from './stripe-client.js';
import { savedCard, type SavedCard } from './stripe-values.js';
import type { Keyed } from './outcome.js';

export interface CardPageInput extends Keyed {
  customerId: string;
  /** Return URL; `{CHECKOUT_SESSION_ID}` in it is replaced by the id of the page. */
  returnUrl: string;
  cancelUrl: string;
}

/** State of a page. `saved` names the payment method, which can be charged off session from now on. */
export type CardPageState =
  ({ kind: 'saved'; customerId: string } & SavedCard) | { kind: 'open' } | { kind: 'expired' };

/**
 * The provider's page for entering a card for later charges (a Checkout Session in setup mode), including the bank's authentication. Card data never
 * passes through the portal. Throws `payment_provider_unavailable` (503), `payment_provider_refused` (422),
 * `payment_provider_misconfigured` (502). Must not be called inside a transaction.
 */
@Injectable()
export class CardPageGateway {
  constructor(private readonly client: StripeClient) {}

  /** Opens a page for one card of one customer, valid for a day. `pageId` is `cs_…`. */
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

  /** The state of a page; undefined for an unknown id. */
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
