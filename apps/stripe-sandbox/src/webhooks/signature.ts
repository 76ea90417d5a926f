import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` header of a body: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export function signatureOf(body: string, secret: string, wallMs: number): string {
  const seconds = Math.floor(wallMs / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}
