import { divideHalfUp } from './divide-half-up.js';

/** Both parts of a tax-free gross in minor units, the author's rounded half up; they always add up to the gross. */
export function splitShare(grossMinor: bigint, authorBps: number): { authorMinor: bigint; platformMinor: bigint } {
  const authorMinor = divideHalfUp(grossMinor * BigInt(authorBps), 10_000n);
  return { authorMinor, platformMinor: grossMinor - authorMinor };
}
