/** A role and, for authors and operators, the organisation or tenant it is held for. */
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

/** Parts of the portal somebody sees, in the order of the navigation. Who holds nothing yet may apply as an author. */
export function areasOf(grants: readonly Grant[]): Area[] {
  if (grants.length === 0) return ['author'];
  const areas = new Set(grants.map((g) => AREA_OF[g.role]));
  return (['author', 'review', 'finance', 'plugins', 'admin'] as const).filter((area) => areas.has(area));
}

function sameGrant(a: Grant, b: Grant): boolean {
  return a.role === b.role && a.scopeId === b.scopeId;
}

/** What a token may do now: its own roles as far as its maker still holds them. */
export function effectiveGrants<G extends Grant>(ofToken: readonly Grant[], ofMaker: readonly G[]): G[] {
  return ofMaker.filter((held) => ofToken.some((wanted) => sameGrant(wanted, held)));
}

/** Organisations that somebody with these roles is a member of. */
export function organizationsOf(grants: readonly Grant[]): string[] {
  return [...new Set(grants.flatMap(({ role, scopeId }) => (role === 'author' && scopeId !== null ? [scopeId] : [])))];
}

/** Asked for but not held. */
export function missingGrants(wanted: readonly Grant[], held: readonly Grant[]): Grant[] {
  return wanted.filter((w) => !held.some((h) => sameGrant(w, h)));
}

/** Whose roles can do most harm. */
const STAFF: readonly string[] = ['reviewer', 'finance', 'admin'];

/** What somebody may use now, and the staff roles that wait until their second step is on. */
export function withholdStaff<G extends Grant>(
  held: readonly G[],
  lacksSecondFactor: boolean,
): { usable: G[]; withheld: G[] } {
  const waits = (grant: G): boolean => lacksSecondFactor && STAFF.includes(grant.role);
  return { usable: held.filter((grant) => !waits(grant)), withheld: held.filter(waits) };
}

/** Roles that an admin hands out; author and operator come with an organisation or a tenant. */
export function isStaffRole(role: string): boolean {
  return role === 'reviewer' || role === 'finance' || role === 'admin' || role === 'host';
}
