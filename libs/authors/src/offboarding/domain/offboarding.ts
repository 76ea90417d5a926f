const DAY_MS = 86_400_000;

/** In these days an offboarding can be taken back: new installs of the author's Drives stop with the last of them. */
const TAKE_BACK_DAYS = 7;
/** From the announcement to the end; mirrored by `offboardings_notice`. Whoever has a Drive installed gets the last 90 days. */
const OFFBOARDING_DAYS = 90 + TAKE_BACK_DAYS;
/** After the end, until the same people may apply again. */
const REAPPLY_DAYS = 90;

interface OffboardingDates {
  /** Until when it can be taken back, and from when on nothing of the author's is installed any more. */
  readonly closesAt: Date;
  readonly endsAt: Date;
}

/** The days of an offboarding that is announced at `now`. */
export function offboardingDates(now: Date): OffboardingDates {
  const after = (days: number): Date => new Date(now.getTime() + days * DAY_MS);
  return { closesAt: after(TAKE_BACK_DAYS), endsAt: after(OFFBOARDING_DAYS) };
}

/** Half-open: on the day itself it is too late. */
export function canBeTakenBack(askedAt: Date, now: Date): boolean {
  return now.getTime() < offboardingDates(askedAt).closesAt.getTime();
}

/** From when on an application of the people of an ended account is taken; null: never, because the operator ended it. */
export function mayApplyFrom({ endedAt, byStaff }: { endedAt: Date; byStaff: boolean }): Date | null {
  return byStaff ? null : new Date(endedAt.getTime() + REAPPLY_DAYS * DAY_MS);
}
