import { createHmac } from 'node:crypto';

/** The header `Stripe-Signature` of a body that was signed so many seconds ago. */
export function stripeSignature(body: string, key: string, ageSeconds = 0): string {
  const at = Math.floor(Date.now() / 1_000) - ageSeconds;
  return `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`;
}

/** The body of an event about a payment intent that succeeded. */
export const intentEvent = (id: string, intent: object, more: object = {}): string =>
  JSON.stringify({
    id,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: Math.floor(Date.now() / 1_000),
    livemode: false,
    data: { object: { object: 'payment_intent', ...intent } },
    ...more,
  });
