import { createParamDecorator, SetMetadata, type CustomDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { invariant } from '@portal/kernel';
import type { Actor, Role } from './actor.js';
import type { MemberCapability } from './member-role.js';
import type { ScopeArea } from './token-scopes.js';
import type { RequestUnderKey } from '../http/idempotency/idempotency-keys.js';

export const ACCESS = 'portal:access';
export type Access = { kind: 'public' } | { kind: 'signed_in' } | { kind: 'roles'; roles: Role[] };

/** No session required; cookies are not read. */
export const Public = (): CustomDecorator => SetMetadata(ACCESS, { kind: 'public' } satisfies Access);
/** Any signed-in person. */
export const SignedIn = (): CustomDecorator => SetMetadata(ACCESS, { kind: 'signed_in' } satisfies Access);
/** Holders of one of the roles. The use case limits the rows by `scopeIds`. */
export const RequireRole = (...roles: Role[]): CustomDecorator =>
  SetMetadata(ACCESS, { kind: 'roles', roles } satisfies Access);

/** Whether members come for one of their organisations. For staff all of theirs count: they cannot decide about their own. */
export const isForAuthors = (access: Access): boolean =>
  access.kind === 'signed_in' || (access.kind === 'roles' && access.roles.includes('author'));

export const STEP_UP = 'portal:step_up';
/**
 * Requires a recent confirmation of identity, for routes that show a secret or move money. What staff change requires it
 * without being asked (`needsRecentProof`).
 */
export const RequireStepUp = (): CustomDecorator => SetMetadata(STEP_UP, true);
/**
 * A change by staff that requires no recent confirmation of identity.
 * @param reason why it grants, lists, installs, decides and ends nothing, for readers
 */
export const WithoutStepUp = (reason: string): CustomDecorator => SetMetadata(STEP_UP, reason);

export const MEMBER_MAY = 'portal:member_may';
/**
 * Which members of an author's organisation may use the route, if it is for them; all of them by default. The actor is
 * limited to the organisations in which they may.
 */
export const MemberMay = (capability: MemberCapability): CustomDecorator => SetMetadata(MEMBER_MAY, capability);

export const HOST_SCOPE = 'portal:host_scope';
/**
 * Area of a host route. A host token needs `<area>:read` for GET and `<area>:write` for everything else. Required on
 * every route that allows the role `host`.
 */
export const HostScope = (area: ScopeArea): CustomDecorator => SetMetadata(HOST_SCOPE, area);

export const BY_PERSON = 'portal:by_person';
/**
 * A change for the host that a person may make as well. All others are made by tokens, which two admins approved.
 * @param reason why it commits nobody's money, or who confirms it, for readers
 */
export const ByPerson = (reason: string): CustomDecorator => SetMetadata(BY_PERSON, reason);

export const SYSTEM_SCOPED = 'portal:system_scope';
/**
 * Bypasses row-level security on the route, for operations that concern several owners. Staff routes do not need it
 * (decision 8).
 * @param reason why no owner can be named, for readers
 */
export const BypassRowSecurity = (reason: string): CustomDecorator => SetMetadata(SYSTEM_SCOPED, reason);

export interface PortalRequest extends FastifyRequest {
  actor?: Actor;
  rawBody?: Buffer;
  /** Set when the request has an idempotency key, until its response is stored. */
  idempotency?: RequestUnderKey;
}

/** The caller, on routes that are not public. */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<PortalRequest>();
  invariant(actor, 'CurrentActor on a public route');
  return actor;
});

/** Authenticates requests; implemented by identity. */
export abstract class Authenticator {
  /** The actor of the request's session cookie or bearer token; null when there is none or it is not valid. */
  abstract authenticate(request: PortalRequest): Promise<Actor | null>;
}
