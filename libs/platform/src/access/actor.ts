import type { MemberRole } from './member-role.js';
import type { TokenScope } from './token-scopes.js';

/** Roles of design.md section 1; `host` is the host platform's own service. */
export const ROLES = ['author', 'reviewer', 'finance', 'operator', 'admin', 'host'] as const;
export type Role = (typeof ROLES)[number];

export interface RoleGrant {
  readonly role: Role;
  /** Organisation of an author, tenant of an operator; null for staff and host. */
  readonly scopeId: string | null;
  /** What the person is in the organisation; authors only. */
  readonly member?: MemberRole;
}

/** Who is calling: a person with a session, a holder of an API token, or the product itself. */
export interface Actor {
  readonly kind: 'user' | 'token' | 'system';
  readonly userId: string | null;
  readonly name: string;
  readonly email?: string;
  readonly roles: readonly RoleGrant[];
  /** Roles held, but of no use before the second step at sign-in is set up. */
  readonly withheldRoles?: readonly Role[];
  /** Of the organisations of a person with a session, the one they act for; it is among `roles`. */
  readonly actsFor?: string;
  /** An API token for calls that change nothing. */
  readonly readOnly?: boolean;
  /** A token of the host's services: the calls that it is for. */
  readonly scopes?: readonly TokenScope[];
  readonly sessionId?: string;
  /** The API token that calls; its requests are its own, whoever made it. */
  readonly tokenId?: string;
  /** Proved who they are within the last minutes (STEP_UP_MINUTES): may see secrets and move money. */
  readonly recentlyAuthenticated?: boolean;
  readonly requestId?: string;
}

export const SYSTEM_ACTOR: Actor = { kind: 'system', userId: null, name: 'Drive Portal', roles: [] };

export function hasRole(actor: Actor, role: Role): boolean {
  return actor.roles.some((grant) => grant.role === role);
}

/** The actor without the other organisations of an author: whoever acts for one sees and changes nothing of another. */
export function withinOrganization(actor: Actor): Actor {
  if (actor.actsFor === undefined) return actor;
  return { ...actor, roles: actor.roles.filter(({ role, scopeId }) => role !== 'author' || scopeId === actor.actsFor) };
}

/** Organisations or tenants for which the actor holds `role`. */
export function scopeIds(actor: Actor, role: Role): string[] {
  return actor.roles.flatMap((grant) => (grant.role === role && grant.scopeId !== null ? [grant.scopeId] : []));
}
