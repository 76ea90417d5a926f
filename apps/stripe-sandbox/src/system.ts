import { randomBytes } from 'node:crypto';

// The one place of this app that reads the system clock and the random source.

/** Milliseconds since the epoch on the machine's clock; never moved by the emulated clock. */
export function wallNowMs(): number {
  return Date.now();
}

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** `prefix_` and 24 letters or digits, the look of the provider's own ids. */
export function makeId(prefix: string): string {
  let id = '';
  while (id.length < 24) {
    for (const byte of randomBytes(32)) if (byte < 248 && id.length < 24) id += alphabet[byte % 62];
  }
  return `${prefix}_${id}`;
}
