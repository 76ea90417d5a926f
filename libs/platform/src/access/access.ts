import { createParamDecorator, SetMetadata, type CustomDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { invariant } from '@portal/kernel';
import type { Actor, Role } from './actor.js';
import type { MemberCapability } from './member-role.js';
import type { ScopeArea } from './token-scopes.js';
import type { RequestUnderKey } from '../http/idempotency-keys.js';

export const ACCESS = 'portal:access';
export type Access = { kind: 'public' } | { kind: 'signed_in' } | { kind: 'roles'; roles: Role[] };

/** Anybody, without a session; cookies are not even read. */
export const Public = (): CustomDecorator => SetMetadata(ACCESS, { kind: 'public' } satisfies Access);
/** Anybody who is signed in. */
export const SignedIn = (): CustomDecorator => SetMetadata(ACCESS, { kind: 'signed_in' } satisfies Access);
/** Whoever holds one of the roles. Which rows they see is decided in the use case by `scopeIds`. */
export const RequireRole = (...roles: Role[]): CustomDecorator =>
  SetMetadata(ACCESS, { kind: 'roles', roles } satisfies Access);

export const STEP_UP = 'portal:step_up';
/** Only for somebody who has just proved who they are: routes that show a secret or move money. */
export const RequireStepUp = (): CustomDecorator => SetMetadata(STEP_UP, true);

export const MEMBER_MAY = 'portal:member_may';
/** Which members of an author's organisation may use the route; without it, all of them. The actor is narrowed to them. */
export const MemberMay = (capability: MemberCapability): CustomDecorator => SetMetadata(MEMBER_MAY, capability);

export const HOST_SCOPE = 'portal:host_scope';
/**
 * What a route of the host is about: a token of the host needs `<area>:read` for a GET and `<area>:write` for everything
 * else. Every route that lets the role `host` in says it.
 */
export const HostScope = (area: ScopeArea): CustomDecorator => SetMetadata(HOST_SCOPE, area);

export const SYSTEM_SCOPED = 'portal:system_scope';
/**
 * The route's statements reach every row, whoever calls. For what crosses owners by its nature; staff on a route of
 * theirs have it without saying so (decision 0012).
 * @param reason why no owner can be named, for readers
 */
export const BypassRowSecurity = (reason: string): CustomDecorator => SetMetadata(SYSTEM_SCOPED, reason);

export interface PortalRequest extends FastifyRequest {
  actor?: Actor;
  rawBody?: Buffer;
  /** Set when the request came under an idempotency key, until its answer is kept. */
  idempotency?: RequestUnderKey;
}

/** The caller, on routes that are not public. */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<PortalRequest>();
  invariant(actor, 'CurrentActor on a public route');
  return actor;
});

/** Finds out who calls; implemented by identity. */
export abstract class Authenticator {
  /** The actor of the request's session cookie or bearer token; null when there is none or it is no longer valid. */
  abstract authenticate(request: PortalRequest): Promise<Actor | null>;
}
