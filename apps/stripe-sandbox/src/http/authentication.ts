import { createHash, timingSafeEqual } from 'node:crypto';
import { unauthorized } from './errors.js';

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

/** Whether an Authorization header carries the secret key, as bearer token or as the user name of basic authentication. */
export function carriesKey(authorization: string | undefined, secretKey: string): boolean {
  const key = keyIn(authorization);
  return key !== undefined && timingSafeEqual(digest(key), digest(secretKey));
}

/** Throws the provider's 401 unless the header carries the secret key. */
export function assertKeyKnown(authorization: string | undefined, secretKey: string): void {
  const key = keyIn(authorization);
  if (key === undefined || key === '') {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (!carriesKey(authorization, secretKey)) throw unauthorized(`Invalid API Key provided: ${masked(key)}`);
}

function keyIn(authorization: string | undefined): string | undefined {
  const [scheme, value] = authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme?.toLowerCase() === 'basic')
    return Buffer.from(value ?? '', 'base64')
      .toString('utf8')
      .split(':')[0];
  return undefined;
}

function masked(key: string): string {
  return key.length > 12 ? `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}` : '*'.repeat(key.length);
}
