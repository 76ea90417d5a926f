const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits between two attempts, as Standard Webhooks advises: ten attempts over about 75 hours. Milliseconds. */
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
 * What follows a failed attempt.
 * @param attempts how many were made, this one included.
 * @param chance 0 to 1; spreads what failed together by up to a tenth.
 * @returns milliseconds until the next attempt; null when that was the last.
 */
export function nextAttemptMs(attempts: number, chance: number): number | null {
  const wait = RETRY_AFTER_MS[attempts - 1];
  return wait === undefined ? null : Math.round(wait * (1 + chance / 10));
}

export type Outcome = 'delivered' | 'failed' | 'gone';

/** Any 2xx is a success; 410 says that nobody is there any more; all else, redirects too, is a failure. */
export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'delivered';
  return status === 410 ? 'gone' : 'failed';
}
