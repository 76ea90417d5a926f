import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError, commonErrors, invariant } from '@portal/kernel';
import type { FastifyReply } from 'fastify';
import { Config } from '../config/config.js';
import {
  bypassRowSecurity,
  NOBODY_SCOPE,
  setActorId,
  setScope,
  SYSTEM_SCOPE,
  type DataScope,
} from '../database/scope/data-scope.js';
import {
  ACCESS,
  Authenticator,
  BY_PERSON,
  HOST_SCOPE,
  isForAuthors,
  MEMBER_MAY,
  STEP_UP,
  SYSTEM_SCOPED,
  type Access,
  type PortalRequest,
} from './access.js';
import { hasRole, isStaffRole, withinOrganization, type Actor, type Role } from './actor.js';
import { ownOrigins } from './own-origins.js';
import { callerKey } from '../http/limits/caller-key.js';
import { ReadShare } from '../http/limits/read-share.js';
import { withCapability, type MemberCapability } from './member-role.js';
import { assertRecentProof, needsRecentProof, type StepUpRule } from './recent-proof.js';
import { hasScope, scopeFor, type ScopeArea } from './token-scopes.js';

/** Called by health checks of the process. */
const HEALTH = '/api/health/';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Enforces the access rules of routes; a route without a rule is refused. Also refuses requests from other sites'
 * pages.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  /** By controller, then by route, because two controllers with different rules may inherit one route. */
  private readonly rules = new Map<unknown, Map<unknown, Rules>>();
  private readonly origins: ReadonlySet<string>;

  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly reads: ReadShare,
    config: Config,
  ) {
    this.origins = ownOrigins(config.publicUrl);
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { access, demands } = this.rulesOf(context);
    const request = context.switchToHttp().getRequest<PortalRequest>();
    if (!SAFE_METHODS.has(request.method)) this.assertSameOrigin(request);
    if (access.kind !== 'public') return this.identify(request, access, demands, context);
    const begin = (): true => {
      setScope(demands.acrossOwners === undefined ? NOBODY_SCOPE : SYSTEM_SCOPE);
      return true;
    };
    return this.share(request, null, context)?.then(begin) ?? begin();
  }

  /** Reads are limited per caller: those of a person or a host's token count together, all others by address. */
  private share(request: PortalRequest, actor: Actor | null, context: ExecutionContext): Promise<void> | undefined {
    if (!SAFE_METHODS.has(request.method) || request.url.startsWith(HEALTH)) return undefined;
    const service = actor?.scopes && actor.tokenId;
    const caller = service ?? actor?.userId ?? actor?.tokenId ?? callerKey(request.ip);
    return this.reads.take(caller, context.getArgByIndex<FastifyReply>(1).raw);
  }

  /** Browsers send the origin of a request. Programs do not, but they also send no cookies from elsewhere. */
  private assertSameOrigin({ headers: { 'sec-fetch-site': site, origin } }: PortalRequest): void {
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      throw new AppError(commonErrors.foreign_origin);
    if (origin !== undefined && !this.origins.has(origin)) throw new AppError(commonErrors.foreign_origin);
  }

  private async identify(
    request: PortalRequest,
    access: Exclude<Access, { kind: 'public' }>,
    demands: Demands,
    context: ExecutionContext,
  ): Promise<boolean> {
    const known = await bypassRowSecurity(() => this.authenticator.authenticate(request));
    await this.share(request, known, context);
    if (!known) throw new AppError(commonErrors.unauthenticated);
    const actor = isForAuthors(access) ? withinOrganization(known) : known;
    if (actor !== known) assertSameOrganization(request, actor);
    const { member, stepUp } = demands;
    const changes = !SAFE_METHODS.has(request.method);
    // Checked first, so that the error names the scope.
    if (access.kind === 'roles' && access.roles.includes('host')) assertScope(actor, demands.area, changes);
    if (actor.readOnly === true && changes) throw new AppError(commonErrors.token_read_only);
    if (access.kind === 'roles') assertRole(actor, access.roles);
    if (changes && demands.area !== undefined && demands.byPerson === undefined) assertHostToken(actor);
    const narrowed = member === undefined ? actor : withCapability(actor, member);
    if (needsRecentProof(actor, { access, stepUp, changes })) assertRecentProof(actor);
    setScope(demands.acrossOwners === undefined ? scopeOf(narrowed, access) : SYSTEM_SCOPE);
    if (narrowed.userId !== null) setActorId(narrowed.userId, { byHostToken: actor.scopes !== undefined });
    request.actor = { ...narrowed, requestId: request.id };
    return true;
  }

  /** The rules of a route do not change while the process runs, so they are cached. */
  private rulesOf(context: ExecutionContext): Rules {
    const [route, controller] = [context.getHandler(), context.getClass()];
    const known = this.rules.get(controller)?.get(route);
    if (known) return known;
    const read = <T>(key: string): T | undefined => this.reflector.getAllAndOverride<T>(key, [route, controller]);
    const access = read<Access>(ACCESS);
    invariant(access, `no access rule on ${controller.name}.${route.name}`);
    const demands = {
      member: isForAuthors(access) ? read<MemberCapability>(MEMBER_MAY) : undefined,
      stepUp: read<StepUpRule>(STEP_UP),
      acrossOwners: read<string>(SYSTEM_SCOPED),
      area: read<ScopeArea>(HOST_SCOPE),
      byPerson: read<string>(BY_PERSON),
    };
    const rules = { access, demands };
    const ofController = this.rules.get(controller) ?? new Map<unknown, Rules>();
    this.rules.set(controller, ofController.set(route, rules));
    return rules;
  }
}

interface Rules {
  readonly access: Access;
  readonly demands: Demands;
}

/** Further requirements of a route, in addition to a role. */
interface Demands {
  readonly member: MemberCapability | undefined;
  readonly stepUp: StepUpRule;
  readonly acrossOwners: string | undefined;
  readonly area: ScopeArea | undefined;
  readonly byPerson: string | undefined;
}

/** Staff and host services see every row on their own routes; everyone else sees the rows they own. */
function scopeOf(actor: Actor, access: Access): DataScope {
  const entitling = access.kind === 'roles' ? access.roles : [];
  if (entitling.some((role) => isStaffRole(role) && hasRole(actor, role))) return SYSTEM_SCOPE;
  const owners = actor.roles.flatMap(({ role, scopeId }) =>
    scopeId !== null && (entitling.length === 0 || entitling.includes(role)) ? [scopeId] : [],
  );
  return { kind: 'caller', personId: actor.userId, owners };
}

/** A page sends the organisation for which it was loaded; the session may act for another one by now. */
function assertSameOrganization(request: PortalRequest, actor: Actor): void {
  const loadedFor = request.headers['x-acts-for'];
  if (loadedFor !== undefined && loadedFor !== actor.actsFor) throw new AppError(commonErrors.organization_changed);
}

/** Tokens of the host are limited to their scopes. */
function assertScope({ scopes }: Actor, area: ScopeArea | undefined, changes: boolean): void {
  if (scopes === undefined) return;
  invariant(area, 'a route of the host says its area');
  const needed = scopeFor(area, changes);
  if (hasScope(scopes, needed)) return;
  const message = `This call needs a token with the scope ${needed}. An admin can create one.`;
  throw new AppError(commonErrors.token_scope_missing, { message });
}

/** What one person alone may not do for the host; its tokens were approved by two. */
function assertHostToken({ scopes }: Actor): void {
  if (scopes === undefined) throw new AppError(commonErrors.host_token_required);
}

function assertRole(actor: Actor, roles: readonly Role[]): void {
  if (roles.some((role) => hasRole(actor, role))) return;
  if (roles.some((role) => actor.withheldRoles?.includes(role)))
    throw new AppError(commonErrors.second_factor_required);
  // The role author is not granted manually; it comes with the approved application.
  const message =
    roles.length === 1 && roles[0] === 'author'
      ? 'This begins with an approved application. Apply first.'
      : `This needs the role ${roles.join(' or ')}. An admin can grant it.`;
  throw new AppError(commonErrors.forbidden, { message });
}
