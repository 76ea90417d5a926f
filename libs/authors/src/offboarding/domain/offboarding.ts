const DAY_MS = 86_400_000;

/** Days in which an offboarding can be withdrawn. After them, the author's Drives can no longer be installed. */
const TAKE_BACK_DAYS = 7;
/**
 * Days from the announcement to the end; the constraint `offboardings_notice` has the same number. Tenants with an
 * install have the last 90 days.
 */
const OFFBOARDING_DAYS = 90 + TAKE_BACK_DAYS;
/** Days after the end until the same people may apply again. */
const REAPPLY_DAYS = 90;

interface OffboardingDates {
  /** Until when it can be withdrawn; after that the author's Drives cannot be installed. */
  readonly closesAt: Date;
  readonly endsAt: Date;
}

/** Dates of an offboarding announced at `now`. */
export function offboardingDates(now: Date): OffboardingDates {
  const after = (days: number): Date => new Date(now.getTime() + days * DAY_MS);
  return { closesAt: after(TAKE_BACK_DAYS), endsAt: after(OFFBOARDING_DAYS) };
}

/** Exclusive: at that instant it is too late. */
export function canBeTakenBack(askedAt: Date, now: Date): boolean {
  return now.getTime() < offboardingDates(askedAt).closesAt.getTime();
}

/** When the members of an ended account may apply again; null: never, because the operator ended it. */
export function mayApplyFrom({ endedAt, byStaff }: { endedAt: Date; byStaff: boolean }): Date | null {
  return byStaff ? null : new Date(endedAt.getTime() + REAPPLY_DAYS * DAY_MS);
}
