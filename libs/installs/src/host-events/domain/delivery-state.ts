/** A delivery that failed for good or was cancelled can be replayed. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'cancelled'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Which deliveries are sent again; an absent field does not filter. */
export interface ReplayFilter {
  readonly ids?: readonly string[] | undefined;
  readonly eventIds?: readonly string[] | undefined;
  readonly kind?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly states: readonly DeliveryState[];
  readonly installId?: string | undefined;
  readonly driveId?: string | undefined;
}
