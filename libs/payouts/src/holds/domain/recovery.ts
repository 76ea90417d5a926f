/** How a negative balance ends: as a loss of the platform, or paid in a way that the portal does not see. */
export const RECOVERY_WAYS = ['written_off', 'paid_otherwise'] as const;
export type RecoveryWay = (typeof RECOVERY_WAYS)[number];
