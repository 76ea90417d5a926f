import type { JsonObject } from '../json.js';

export interface Decline {
  code: string;
  declineCode: string | null;
  message: string;
}

/** How a test card behaves; kept in the private part of the payment method made from it. */
export interface TestCard {
  brand: string;
  last4: string;
  /** Refused already when it is saved to a customer. */
  refusesAttach?: Decline;
  refusesCharge?: Decline;
  /** `setup`: a setup intent asks the holder to act. `always`: charges do too. */
  authentication?: 'setup' | 'always';
  /** The money of a charge is available at once. */
  availableAtOnce?: boolean;
  /** Every charge is disputed as soon as it is made, for this reason, or only asked about. */
  disputed?: { reason: string; inquiry?: boolean };
  /** A refund stays pending until the control plane ends it. */
  refundsPending?: boolean;
}

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});
const visa = (last4: string, more: Partial<TestCard> = {}): TestCard => ({ brand: 'visa', last4, ...more });
const refusing = (last4: string, decline: Decline): TestCard =>
  visa(last4, { refusesAttach: decline, refusesCharge: decline });

const generic = refusing('0002', declined('generic_decline'));

/** The provider's published test payment methods that this sandbox knows. */
export const testCards: Readonly<Record<string, TestCard>> = {
  pm_card_visa: visa('4242'),
  pm_card_visa_debit: visa('5556'),
  pm_card_mastercard: { brand: 'mastercard', last4: '4444' },
  pm_card_amex: { brand: 'amex', last4: '0005' },
  pm_card_bypassPending: visa('0077', { availableAtOnce: true }),
  pm_card_createDispute: visa('0259', { disputed: { reason: 'fraudulent' } }),
  pm_card_createDisputeProductNotReceived: visa('2685', { disputed: { reason: 'product_not_received' } }),
  pm_card_createDisputeInquiry: visa('1976', { disputed: { reason: 'fraudulent', inquiry: true } }),
  pm_card_pendingRefund: visa('7726', { refundsPending: true }),
  pm_card_authenticationRequired: visa('3184', { authentication: 'always' }),
  pm_card_authenticationRequiredOnSetup: visa('3155', { authentication: 'setup' }),
  pm_card_chargeCustomerFail: visa('0341', { refusesCharge: declined('generic_decline') }),
  pm_card_chargeDeclined: generic,
  pm_card_visa_chargeDeclined: generic,
  pm_card_visa_chargeDeclinedInsufficientFunds: refusing(
    '9995',
    declined('insufficient_funds', 'Your card has insufficient funds.'),
  ),
  pm_card_visa_chargeDeclinedLostCard: refusing('9987', declined('lost_card')),
  pm_card_visa_chargeDeclinedStolenCard: refusing('9979', declined('stolen_card')),
  pm_card_chargeDeclinedExpiredCard: refusing('0069', {
    code: 'expired_card',
    declineCode: 'expired_card',
    message: 'Your card has expired.',
  }),
  pm_card_chargeDeclinedIncorrectCvc: refusing('0127', {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  }),
  pm_card_chargeDeclinedProcessingError: refusing('0119', {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  }),
};

export const authenticationRequired: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/** The card part of a payment method as the API answers it. */
export function viewCard(card: TestCard, year: number): JsonObject {
  return {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: card.brand,
    exp_month: 12,
    exp_year: year + 3,
    funding: 'credit',
    last4: card.last4,
  };
}
