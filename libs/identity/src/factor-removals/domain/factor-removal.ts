import { defineStates } from '@portal/kernel';

export const REMOVAL_STATES = ['requested', 'approved', 'done', 'cancelled', 'expired'] as const;
export type RemovalState = (typeof REMOVAL_STATES)[number];

/** The same rule as the table's trigger. */
const removalStates = defineStates<RemovalState>({
  requested: ['approved', 'cancelled', 'expired'],
  approved: ['done', 'cancelled'],
  done: [],
  cancelled: [],
  expired: [],
});

/**
 * Who or what cancelled a removal: the person in a session, the mailed link, an admin, a correct code of the person, or
 * that there is nothing to remove, the person is disabled, or its admins are no longer admins.
 */
export const REMOVAL_CANCELLED_BY = [
  'person',
  'link',
  'admin',
  'factor_used',
  'factor_off',
  'person_disabled',
  'admin_left',
] as const;
export type RemovalCancelledBy = (typeof REMOVAL_CANCELLED_BY)[number];

const HOUR_MS = 60 * 60_000;
const LIFE_MS = 7 * 24 * HOUR_MS;

interface Removal {
  readonly state: RemovalState;
  readonly expiresAt: Date;
}

/** Until when a request made now can be approved; the table allows no longer time. */
export function removalEnds(now: Date): Date {
  return new Date(now.getTime() + LIFE_MS);
}

/** When the second factor is removed if the removal is approved now. @param hours whole, 0 to 720 */
export function removalDue(now: Date, hours: number): Date {
  return new Date(now.getTime() + hours * HOUR_MS);
}

/** State of a removal at an instant. A request that was not approved in time has expired. */
export function removalState({ state, expiresAt }: Removal, now: Date): RemovalState {
  return state === 'requested' && expiresAt <= now ? 'expired' : state;
}

/** Whether it can still be cancelled. */
export function isOpenRemoval(removal: Removal, now: Date): boolean {
  return removalStates.can(removalState(removal, now), 'cancelled');
}

interface OpenRemoval extends Removal {
  readonly dueAt: Date | null;
  readonly personDisabled: boolean;
  readonly factorOn: boolean;
  /** Whether the requester, and the approver if there is one, are admins now. */
  readonly byAdmins: boolean;
}

type RemovalStep = { readonly to: 'done' | 'expired' } | { readonly to: 'cancelled'; by: RemovalCancelledBy };

/** The automatic next step of a removal at an instant; undefined while it waits. */
export function removalStep(removal: OpenRemoval, now: Date): RemovalStep | undefined {
  const state = removalState(removal, now);
  if (state === 'expired') return removal.state === 'expired' ? undefined : { to: 'expired' };
  if (!isOpenRemoval(removal, now)) return undefined;
  if (removal.personDisabled) return { to: 'cancelled', by: 'person_disabled' };
  if (!removal.factorOn) return { to: 'cancelled', by: 'factor_off' };
  if (!removal.byAdmins) return { to: 'cancelled', by: 'admin_left' };
  if (state === 'approved' && removal.dueAt !== null && removal.dueAt <= now) return { to: 'done' };
  return undefined;
}
