import type { MemberRole } from './member-role.js';
import type { TokenScope } from './token-scopes.js';

/** Roles of design.md section 1; `host` is a service of the host platform. */
export const ROLES = ['author', 'reviewer', 'finance', 'operator', 'admin', 'host'] as const;
export type Role = (typeof ROLES)[number];

const STAFF: ReadonlySet<Role> = new Set(['reviewer', 'finance', 'admin', 'host']);

/** Roles that are not limited to the rows of one owner. */
export function isStaffRole(role: Role): boolean {
  return STAFF.has(role);
}

export interface RoleGrant {
  readonly role: Role;
  /** Organisation of an author, tenant of an operator; null for staff and host. */
  readonly scopeId: string | null;
  /** Role in the organisation; authors only. */
  readonly member?: MemberRole;
}

/** The caller: a person with a session, an API token, or the product itself. */
export interface Actor {
  readonly kind: 'user' | 'token' | 'system';
  readonly userId: string | null;
  readonly name: string;
  readonly email?: string;
  readonly roles: readonly RoleGrant[];
  /** Roles that cannot be used until the second factor is set up. */
  readonly withheldRoles?: readonly Role[];
  /** The organisation that a session acts for, if the person belongs to several; it is among `roles`. */
  readonly actsFor?: string;
  /** True for an API token that may only read. */
  readonly readOnly?: boolean;
  /** Scopes of a host token. */
  readonly scopes?: readonly TokenScope[];
  readonly sessionId?: string;
  /** The id of the calling API token, whose requests are separate from those of its creator. */
  readonly tokenId?: string;
  /** The person has confirmed their identity within the last STEP_UP_MINUTES and may see secrets, move money and act as staff. */
  readonly recentlyAuthenticated?: boolean;
  readonly requestId?: string;
}

export const SYSTEM_ACTOR: Actor = { kind: 'system', userId: null, name: 'Drive Portal', roles: [] };

export function hasRole(actor: Actor, role: Role): boolean {
  return actor.roles.some((grant) => grant.role === role);
}

/** The actor limited to the organisation they act for, so that nothing of their other organisations is visible. */
export function withinOrganization(actor: Actor): Actor {
  if (actor.actsFor === undefined) return actor;
  return { ...actor, roles: actor.roles.filter(({ role, scopeId }) => role !== 'author' || scopeId === actor.actsFor) };
}

/** Organisations or tenants for which the actor holds `role`. */
export function scopeIds(actor: Actor, role: Role): string[] {
  return actor.roles.flatMap((grant) => (grant.role === role && grant.scopeId !== null ? [grant.scopeId] : []));
}
