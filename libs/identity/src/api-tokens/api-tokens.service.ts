import { Injectable } from '@nestjs/common';
import { AppError, Random, type Page } from '@portal/kernel';
import {
  isStaffRole,
  requireSession,
  type Actor,
  type MemberRole,
  type RoleGrant,
  type TokenScope,
} from '@portal/platform/access';
import { newToken, sha256Hex } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { Identity, type Person } from '../identity.js';
import { AccountMails } from '../notifications/account-mails.js';
import { missingGrants, organizationsOf } from '../people/domain/roles.js';
import { ownSession } from '../sessions/own-session.js';
import { ApiTokensRepository } from './api-tokens.repository.js';
import type { ApiTokenView, HostTokenView, NewApiTokenView } from './api-tokens.view.js';
import { accessOfScopes, needsSecondAdmin, type TokenAccess, type TokenOwner } from './domain/api-token.js';

const PREFIX_LENGTH = 8;

/** Access of a token: some of its creator's roles, a place in an organisation, or services of the host. */
type TokenPurpose =
  | { readonly kind: 'person'; readonly roles: RoleGrant[]; readonly access: TokenAccess }
  | { readonly kind: 'organization'; readonly orgId: string; readonly member: MemberRole; readonly access: TokenAccess }
  | { readonly kind: 'host'; readonly scopes: TokenScope[] };

/** API tokens of people, organisations and the host. The route decides whether the caller may manage the owner's. */
@Injectable()
export class ApiTokensService {
  constructor(
    private readonly transactor: Transactor,
    private readonly tokens: ApiTokensRepository,
    private readonly identity: Identity,
    private readonly mails: AccountMails,
    private readonly random: Random,
  ) {}

  async list(owner: TokenOwner): Promise<Page<ApiTokenView>> {
    return { items: await this.tokens.list(owner), next_cursor: null };
  }

  async listOfHost(): Promise<Page<HostTokenView>> {
    return { items: await this.tokens.listOfHost(), next_cursor: null };
  }

  /**
   * Creates a token, valid for at most 90 days and shown once. A token of the host that can add operators works once
   * another admin has approved it.
   * @throws AppError `session_required`, `api_token_roles_not_held`, `api_token_staff_reads` (403), `api_token_one_organization` (400),
   *   `second_admin_missing` (409).
   */
  async create(input: { actor: Actor; purpose: TokenPurpose; name: string; days: number }): Promise<NewApiTokenView> {
    const { actor, purpose, name, days } = input;
    const madeBy = requireSession(actor);
    const { owner, roles } = ownerAndRoles(purpose, madeBy);
    if (purpose.kind === 'person' && missingGrants(roles, actor.roles).length > 0)
      throw new AppError(identityErrors.api_token_roles_not_held);
    if (purpose.kind === 'person' && purpose.access === 'write' && roles.some(({ role }) => isStaffRole(role)))
      throw new AppError(identityErrors.api_token_staff_reads);
    if (organizationsOf(roles).length > 1) throw new AppError(identityErrors.api_token_one_organization);
    const scopes = purpose.kind === 'host' ? purpose.scopes : undefined;
    const access = purpose.kind === 'host' ? accessOfScopes(purpose.scopes) : purpose.access;
    const awaitsApproval = scopes !== undefined && needsSecondAdmin(scopes);
    const others = awaitsApproval ? await this.otherAdmins(madeBy) : [];
    const { token, secret } = await this.transactor.run(async (tx) => {
      const secret = newToken('dpt', this.random);
      const text = secret.reveal();
      const [tokenHash, prefix] = [sha256Hex(text), text.slice(0, PREFIX_LENGTH)];
      const added = await this.tokens.add(tx, {
        ...{ madeBy, owner, name, tokenHash, prefix, roles, access, awaitsApproval, days },
        ...(scopes && { scopes }),
      });
      await tx.audit(actor, 'api_token.created', ['api_token', added.id], {
        after: { name, owner, roles, access, ...(scopes && { scopes }), expires_at: added.expires_at },
      });
      for (const { email } of others) await this.mails.hostTokenWaits(tx, email, { name, by: actor.name });
      return { token: { ...added, made_by: actor.name }, secret };
    });
    return { token, secret: secret.reveal() };
  }

  /**
   * The second admin's approval of a host token that can add operators. It works from the next request on.
   * @throws AppError `api_token_not_found` (404), also for one that needs no approval, `host_token_same_person`,
   *   `session_required` (403)
   */
  async approve({ actor, tokenId }: { actor: Actor; tokenId: string }): Promise<void> {
    const { userId: by } = ownSession(actor);
    await this.transactor.run(async (tx) => {
      const token = await this.tokens.lockWaiting(tx, tokenId);
      if (!token) throw new AppError(identityErrors.api_token_not_found);
      if (token.madeBy === by) throw new AppError(identityErrors.host_token_same_person);
      await this.tokens.approve(tx, tokenId, by);
      await tx.audit(actor, 'api_token.approved', ['api_token', tokenId], {
        after: { scopes: token.scopes },
      });
    });
  }

  /**
   * Revokes one of the owner's tokens immediately.
   * @throws AppError `api_token_not_found` (404), also for another owner's token.
   */
  async revoke({ actor, owner, tokenId }: { actor: Actor; owner: TokenOwner; tokenId: string }): Promise<void> {
    await this.transactor.run(async (tx) => {
      if (!(await this.tokens.revoke(tx, tokenId, owner))) throw new AppError(identityErrors.api_token_not_found);
      await tx.audit(actor, 'api_token.revoked', ['api_token', tokenId]);
    });
  }

  private async otherAdmins(userId: string): Promise<Person[]> {
    const others = (await this.identity.usersWith('admin')).filter(({ id }) => id !== userId);
    if (others.length === 0) throw new AppError(identityErrors.second_admin_missing);
    return others;
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
