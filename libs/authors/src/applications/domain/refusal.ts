const DAY_MS = 86_400_000;

/** Time from a rejection until the same organisation may apply again. */
export const APPLY_AGAIN_DAYS = 14;
/** Time from a rejection until it can no longer be appealed. */
export const APPEAL_DAYS = 30;

/** Earliest time of another application of a rejected organisation. */
export function mayApplyAgainFrom(refusedAt: Date): Date {
  return new Date(refusedAt.getTime() + APPLY_AGAIN_DAYS * DAY_MS);
}

/** Exclusive: at that instant it is too late. */
export function mayAppealUntil(refusedAt: Date): Date {
  return new Date(refusedAt.getTime() + APPEAL_DAYS * DAY_MS);
}
