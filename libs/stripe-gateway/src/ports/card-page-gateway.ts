import type { Keyed } from './outcome.js';

export interface CardPageInput extends Keyed {
  customerId: string;
  /** Return URL; `{CHECKOUT_SESSION_ID}` in it is replaced by the id of the page. */
  returnUrl: string;
  cancelUrl: string;
}

/** State of a page. `saved` names the payment method, which can be charged off session from now on. */
export type CardPageState =
  | {
      kind: 'saved';
      customerId: string;
      paymentMethodId: string;
      brand: string;
      last4: string;
      expMonth: number;
      expYear: number;
    }
  | { kind: 'open' }
  | { kind: 'expired' };

/**
 * The provider's page for entering a card for later charges, including the bank's authentication. Card data never
 * passes through the portal. Throws `payment_provider_unavailable` (503), `payment_provider_refused` (422),
 * `payment_provider_misconfigured` (502). Must not be called inside a transaction.
 */
export abstract class CardPageGateway {
  /** Opens a page for one card of one customer, valid for a day. `pageId` is `cs_…`. */
  abstract open(input: CardPageInput): Promise<{ pageId: string; url: string }>;

  /** The state of a page; undefined for an unknown id. */
  abstract find(pageId: string): Promise<CardPageState | undefined>;
}
