import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError, commonErrors, invariant } from '@portal/kernel';
import { ACCESS, Authenticator, MEMBER_MAY, STEP_UP, type Access, type PortalRequest } from './access.js';
import { hasRole, type Actor, type Role } from './actor.js';
import { withCapability, type MemberCapability } from './member-role.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Every route says who may use it; one that says nothing is refused. Also keeps other sites' pages from acting here. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    invariant(access, `no access rule on ${context.getClass().name}.${context.getHandler().name}`);
    const request = context.switchToHttp().getRequest<PortalRequest>();
    if (!SAFE_METHODS.has(request.method)) assertSameOrigin(request);
    return access.kind === 'public' || this.identify(request, access, this.demandsOf(context));
  }

  private async identify(
    request: PortalRequest,
    access: Exclude<Access, { kind: 'public' }>,
    demands: Demands,
  ): Promise<boolean> {
    const actor = await this.authenticator.authenticate(request);
    if (!actor) throw new AppError(commonErrors.unauthenticated);
    const { member, stepUp } = demands;
    if (actor.readOnly === true && !SAFE_METHODS.has(request.method)) throw new AppError(commonErrors.token_read_only);
    if (access.kind === 'roles') assertRole(actor, access.roles);
    const narrowed = member === undefined ? actor : withCapability(actor, member);
    if (stepUp === true) assertStepUp(actor);
    request.actor = { ...narrowed, requestId: request.id };
    return true;
  }

  private demandsOf(context: ExecutionContext): Demands {
    const targets = [context.getHandler(), context.getClass()];
    return {
      member: this.reflector.getAllAndOverride<MemberCapability | undefined>(MEMBER_MAY, targets),
      stepUp: this.reflector.getAllAndOverride<boolean | undefined>(STEP_UP, targets),
    };
  }
}

/** What a route wants beyond a role. */
interface Demands {
  readonly member: MemberCapability | undefined;
  readonly stepUp: boolean | undefined;
}

function assertRole(actor: Actor, roles: readonly Role[]): void {
  if (roles.some((role) => hasRole(actor, role))) return;
  if (roles.some((role) => actor.withheldRoles?.includes(role)))
    throw new AppError(commonErrors.second_factor_required);
  // An author's role is not granted by hand: it comes with the approved application.
  const message =
    roles.length === 1 && roles[0] === 'author'
      ? 'This begins with an approved application. Apply first.'
      : `This needs the role ${roles.join(' or ')}. An admin can grant it.`;
  throw new AppError(commonErrors.forbidden, { message });
}

/** An API token has nobody behind it who could prove anything. */
function assertStepUp(actor: Actor): void {
  if (actor.kind !== 'user') throw new AppError(commonErrors.session_required);
  if (actor.recentlyAuthenticated !== true) throw new AppError(commonErrors.step_up_required);
}

/** Browsers say where a request comes from; programs do not, and carry no foreign cookies either. */
function assertSameOrigin(request: PortalRequest): void {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError(commonErrors.foreign_origin);
  if (origin === undefined) return;
  let host: string;
  try {
    host = new URL(origin).host;
  } catch {
    throw new AppError(commonErrors.foreign_origin);
  }
  if (host !== request.headers.host) throw new AppError(commonErrors.foreign_origin);
}
