const DAY_MS = 86_400_000;

/** Days between a refused charge and the next one; after the last the invoice waits for a new card or for finance. */
export const RETRY_AFTER_DAYS = [1, 3, 5, 7] as const;

/** When to try again after the `refusals`-th refusal (1 for the first); null when nothing is tried by itself any more. */
export function nextRetryAt(refusals: number, now: Date): Date | null {
  const days = RETRY_AFTER_DAYS[refusals - 1];
  return days === undefined ? null : new Date(now.getTime() + days * DAY_MS);
}
