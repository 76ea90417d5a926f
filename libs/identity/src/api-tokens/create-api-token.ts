import { Injectable } from '@nestjs/common';
import { AppError, Random, type Secret } from '@portal/kernel';
import { requireSession, type Actor, type MemberRole, type RoleGrant, type TokenScope } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { newToken, sha256Hex } from '@portal/platform/crypto';
import { Transactor, type Tx } from '@portal/platform/database';
import {
  accessOfScopes,
  needsSecondAdmin,
  type ApiToken,
  type TokenAccess,
  type TokenOwner,
} from './domain/api-token.js';
import { missingGrants, organizationsOf } from '../people/domain/roles.js';
import { identityErrors } from '../errors.js';
import { ApiTokensRepository } from './api-tokens.repository.js';

const PREFIX_LENGTH = 8;

/** Access of a token: some of its creator's roles, a place in an organisation, or services of the host. */
type TokenPurpose =
  | { readonly kind: 'person'; readonly roles: RoleGrant[]; readonly access: TokenAccess }
  | {
      readonly kind: 'organization';
      readonly orgId: string;
      readonly member: MemberRole;
      readonly access: TokenAccess;
    }
  | { readonly kind: 'host'; readonly scopes: TokenScope[] };

/**
 * Creates an API token, valid for at most 90 days and shown once. The route decides whether the creator may share it.
 */
@Injectable()
export class CreateApiToken {
  constructor(
    private readonly transactor: Transactor,
    private readonly tokens: ApiTokensRepository,
    private readonly random: Random,
    private readonly audit: Audit,
  ) {}

  /**
   * @param also work to do in the same transaction.
   * @throws AppError `session_required`, `api_token_roles_not_held` (403), `api_token_one_organization` (400).
   */
  async execute(
    input: { actor: Actor; purpose: TokenPurpose; name: string; days: number },
    also?: (tx: Tx) => Promise<void>,
  ): Promise<{ token: ApiToken; secret: Secret }> {
    const { actor, purpose, name, days } = input;
    const madeBy = requireSession(actor);
    const { owner, roles } = ownerAndRoles(purpose, madeBy);
    if (purpose.kind === 'person' && missingGrants(roles, actor.roles).length > 0)
      throw new AppError(identityErrors.api_token_roles_not_held);
    if (organizationsOf(roles).length > 1) throw new AppError(identityErrors.api_token_one_organization);
    const scopes = purpose.kind === 'host' ? purpose.scopes : undefined;
    const access = purpose.kind === 'host' ? accessOfScopes(purpose.scopes) : purpose.access;
    const awaitsApproval = scopes !== undefined && needsSecondAdmin(scopes);
    return this.transactor.run(async (tx) => {
      const secret = newToken('dpt', this.random);
      const text = secret.reveal();
      const added = await this.tokens.add(tx, {
        madeBy,
        owner,
        name,
        tokenHash: sha256Hex(text),
        prefix: text.slice(0, PREFIX_LENGTH),
        roles,
        access,
        ...(scopes && { scopes }),
        awaitsApproval,
        days,
      });
      await this.audit.record(tx, {
        actor,
        action: 'api_token.created',
        subjectType: 'api_token',
        subjectId: added.id,
        after: { name, owner, roles, access, ...(scopes && { scopes }), expires_at: added.expiresAt.toISOString() },
      });
      await also?.(tx);
      return { token: added, secret };
    });
  }
}

function ownerAndRoles(purpose: TokenPurpose, userId: string): { owner: TokenOwner; roles: RoleGrant[] } {
  switch (purpose.kind) {
    case 'person':
      return { owner: { kind: 'person', userId }, roles: purpose.roles };
    case 'organization': {
      const { orgId, member } = purpose;
      return { owner: { kind: 'organization', orgId }, roles: [{ role: 'author', scopeId: orgId, member }] };
    }
    case 'host':
      return { owner: { kind: 'host' }, roles: [{ role: 'host', scopeId: null }] };
  }
}
