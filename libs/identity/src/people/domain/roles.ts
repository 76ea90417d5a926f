/** A role and, for authors and operators, its organisation or tenant. */
export interface Grant<R extends string = string> {
  readonly role: R;
  readonly scopeId: string | null;
}

export type Area = 'author' | 'review' | 'finance' | 'plugins' | 'admin';

const AREA_OF: Record<string, Area | undefined> = {
  author: 'author',
  reviewer: 'review',
  finance: 'finance',
  operator: 'plugins',
  admin: 'admin',
};

/**
 * Areas of the portal that a person can open, in the order of the navigation. People without a role can apply as an
 * author.
 */
export function areasOf(grants: readonly Grant[]): Area[] {
  if (grants.length === 0) return ['author'];
  const areas = new Set(grants.map((g) => AREA_OF[g.role]));
  return (['author', 'review', 'finance', 'plugins', 'admin'] as const).filter((area) => areas.has(area));
}

function sameGrant(a: Grant, b: Grant): boolean {
  return a.role === b.role && a.scopeId === b.scopeId;
}

/** The effective roles of a token: its own, as far as its creator still has them. */
export function effectiveGrants<G extends Grant>(ofToken: readonly Grant[], ofMaker: readonly G[]): G[] {
  return ofMaker.filter((held) => ofToken.some((wanted) => sameGrant(wanted, held)));
}

/** Organisations in which these roles are memberships. */
export function organizationsOf(grants: readonly Grant[]): string[] {
  return [...new Set(grants.flatMap(({ role, scopeId }) => (role === 'author' && scopeId !== null ? [scopeId] : [])))];
}

/** Requested roles that the person does not have. */
export function missingGrants(wanted: readonly Grant[], held: readonly Grant[]): Grant[] {
  return wanted.filter((w) => !held.some((h) => sameGrant(w, h)));
}

/** Roles that can do most harm; they may require a second factor. */
const STAFF: readonly string[] = ['reviewer', 'finance', 'admin'];

/** The roles that a person can use now, and the staff roles that wait until the second factor is on. */
export function withholdStaff<G extends Grant>(
  held: readonly G[],
  lacksSecondFactor: boolean,
): { usable: G[]; withheld: G[] } {
  const waits = (grant: G): boolean => lacksSecondFactor && STAFF.includes(grant.role);
  return { usable: held.filter((grant) => !waits(grant)), withheld: held.filter(waits) };
}

/** Roles that two admins grant. Author and operator come with an organisation or a tenant. */
export const STAFF_ROLES = ['reviewer', 'finance', 'admin', 'host'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Those with which a person is invited. */
export const INVITED_ROLES = ['reviewer', 'finance', 'admin'] as const;
export type InvitedRole = (typeof INVITED_ROLES)[number];
