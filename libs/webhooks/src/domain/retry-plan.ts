const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays between attempts in milliseconds, as Standard Webhooks recommends: ten attempts over about 75 hours. */
export const RETRY_AFTER_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/**
 * Plans the attempt after a failed one.
 * @param attempts number of attempts so far, including this one.
 * @param chance 0 to 1; adds up to a tenth, so that simultaneous failures are not retried at the same moment.
 * @returns milliseconds until the next attempt; null when that was the last.
 */
export function nextAttemptMs(attempts: number, chance: number): number | null {
  const wait = RETRY_AFTER_MS[attempts - 1];
  return wait === undefined ? null : Math.round(wait * (1 + chance / 10));
}

export type Outcome = 'delivered' | 'failed' | 'gone';

/** 2xx is a success and 410 means that the endpoint is gone; everything else, including redirects, is a failure. */
export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'delivered';
  return status === 410 ? 'gone' : 'failed';
}
