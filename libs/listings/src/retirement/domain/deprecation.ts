const DAY_MS = 86_400_000;

/** Tenants with a Drive installed get at least this long to migrate; mirrored by `deprecations_notice`. */
export const DEPRECATION_NOTICE_DAYS = 90;

/** The two days of an announced end. */
export interface DeprecationDates {
  /** No new installs from here on. */
  readonly closesAt: Date;
  /** Installs end here. */
  readonly retiresAt: Date;
}

/** False when the days are in the past, in the wrong order, or nearer than the notice. */
export function isFairNotice({ closesAt, retiresAt }: DeprecationDates, now: Date): boolean {
  return (
    closesAt >= now && retiresAt >= closesAt && retiresAt.getTime() - now.getTime() >= DEPRECATION_NOTICE_DAYS * DAY_MS
  );
}

/** Why a listing may be removed at once. */
export const REMOVAL_REASONS = ['malicious', 'data_breach', 'legal_order', 'agreement_breached', 'abandoned'] as const;
export type RemovalReason = (typeof REMOVAL_REASONS)[number];
