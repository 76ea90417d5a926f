import { createHmac } from 'node:crypto';

/** The header `Stripe-Signature` of a body that was signed so many seconds ago. */
export function stripeSignature(body: string, key: string, ageSeconds = 0): string {
  const at = Math.floor(Date.now() / 1_000) - ageSeconds;
  return `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`;
}
