/** How a negative balance is settled: as a loss of the platform, or as paid outside the portal. */
export const RECOVERY_WAYS = ['written_off', 'paid_otherwise'] as const;
export type RecoveryWay = (typeof RECOVERY_WAYS)[number];
