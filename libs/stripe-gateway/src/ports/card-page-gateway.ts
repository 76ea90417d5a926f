import type { Keyed } from './outcome.js';

export interface CardPageInput extends Keyed {
  customerId: string;
  /** Where the holder comes back to; `{CHECKOUT_SESSION_ID}` in it is replaced by the id of the page. */
  returnUrl: string;
  cancelUrl: string;
}

/** What became of a page: `saved` names the method that may be charged off session from now on. */
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
 * The provider's own page on which somebody enters a card, and passes what the bank asks, for later charges. The card
 * never passes through here. Throws `payment_provider_unavailable` (503), `payment_provider_refused` (502),
 * `payment_provider_misconfigured` (503). Never inside a transaction.
 */
export abstract class CardPageGateway {
  /** A page for one card of one customer; open for a day. `pageId` is `cs_…`. */
  abstract open(input: CardPageInput): Promise<{ pageId: string; url: string }>;

  /** Where a page stands; undefined when there is none of that id. */
  abstract find(pageId: string): Promise<CardPageState | undefined>;
}
