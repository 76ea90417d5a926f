const DAY_MS = 86_400_000;

/** From a refusal until the same organisation may apply again. */
export const APPLY_AGAIN_DAYS = 14;
/** From a refusal until it can no longer be appealed. */
export const APPEAL_DAYS = 30;

/** From when on another application of a refused organisation is taken. */
export function mayApplyAgainFrom(refusedAt: Date): Date {
  return new Date(refusedAt.getTime() + APPLY_AGAIN_DAYS * DAY_MS);
}

/** Half-open: at that instant it is too late. */
export function mayAppealUntil(refusedAt: Date): Date {
  return new Date(refusedAt.getTime() + APPEAL_DAYS * DAY_MS);
}
