import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Authenticator, type Actor, type PortalRequest } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { isWellFormedToken, sha256Hex } from '@portal/platform/crypto';
import { actingOrganization } from '../people/domain/acting-organization.js';
import { effectiveGrants, organizationsOf, withholdStaff } from '../people/domain/roles.js';
import { identityErrors } from '../errors.js';
import { isTimeToMark, sessionIsAlive, sessionLimits } from './domain/session-life.js';
import { isRecent } from './domain/step-up.js';
import { sessionTokenOf } from './session-cookie.js';
import { ApiTokensRepository } from '../api-tokens/api-tokens.repository.js';
import { SessionsRepository, type SessionRow } from './sessions.repository.js';
import { fromStored } from '../people/stored-grant.js';

/** Authenticates requests by `Authorization: Bearer dpt_…` or the session cookie. Roles are read for every request. */
@Injectable()
export class SessionAuthenticator extends Authenticator {
  constructor(
    private readonly config: Config,
    private readonly sessions: SessionsRepository,
    private readonly tokens: ApiTokensRepository,
  ) {
    super();
  }

  async authenticate(request: PortalRequest): Promise<Actor | null> {
    const { authorization, cookie } = request.headers;
    // A request with a token is authenticated by the token only; its cookie is ignored.
    if (authorization !== undefined) return this.byToken(authorization);
    const token = sessionTokenOf(cookie, this.config.publicUrl);
    return token === null ? null : this.bySession(token);
  }

  private async bySession(token: string): Promise<Actor | null> {
    if (!isWellFormedToken('dps', token)) return null;
    const row = await this.sessions.byTokenHash(sha256Hex(token));
    if (!row) return null;
    const times = { createdAt: row.created_at, lastSeenAt: row.last_seen_at, revokedAt: row.revoked_at };
    if (!sessionIsAlive(times, row.now, sessionLimits(row.roles))) return null;
    if (isTimeToMark(row.last_seen_at, row.now)) await this.sessions.markActive(row.session_id);
    const grants = this.grantsOf(row);
    const actsFor = actingOrganization(grants.roles, row.acts_for);
    return {
      kind: 'user',
      userId: row.user_id,
      name: row.name,
      email: row.email,
      ...grants,
      ...(actsFor !== undefined && { actsFor }),
      sessionId: row.session_id,
      recentlyAuthenticated: row.current && isRecent(row.authenticated_at, row.now, this.config.stepUpMinutes * 60_000),
    };
  }

  /** Demo persons sign in without any factor, so requiring a second one would protect nothing. */
  private grantsOf(row: Pick<SessionRow, 'roles' | 'second_factor' | 'demo'>) {
    const lacking = this.config.secondFactorForStaff && !row.second_factor && !row.demo;
    const { usable, withheld } = withholdStaff(row.roles.map(fromStored), lacking);
    return { roles: usable, withheldRoles: withheld.map(({ role }) => role) };
  }

  private async byToken(authorization: string): Promise<Actor | null> {
    const token = /^Bearer ([\w]+)$/i.exec(authorization)?.[1];
    if (token === undefined || !isWellFormedToken('dpt', token)) return null;
    const row = await this.tokens.usableByHash(sha256Hex(token));
    if (!row) return null;
    const ofToken = row.token_roles.map(fromStored);
    const held = row.owner === 'person' ? this.grantsOf(row) : { roles: ofToken, withheldRoles: [] };
    const roles = effectiveGrants(ofToken, held.roles);
    // Created before tokens belonged to one organisation, so the organisation of this request is unknown.
    if (organizationsOf(roles).length > 1) throw new AppError(identityErrors.api_token_ambiguous);
    if (isTimeToMark(row.last_used_at, row.now)) await this.tokens.markUsed(row.token_id);
    return {
      kind: 'token',
      tokenId: row.token_id,
      readOnly: row.access === 'read',
      ...(row.scopes && { scopes: row.scopes }),
      userId: row.user_id,
      name: `${row.name} (token ${row.token_name})`,
      email: row.email,
      roles,
      withheldRoles: held.withheldRoles.filter((role) => ofToken.some((grant) => grant.role === role)),
    };
  }
}
