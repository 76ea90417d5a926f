import { Injectable } from '@nestjs/common';
import { Approvals } from '@portal/approvals';
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
import { missingGrants, organizationsOf } from '../people/domain/roles.js';
import { ApiTokensRepository } from './api-tokens.repository.js';
import { HostTokenKind } from './host-token.js';
import type { ApiTokenView, HostTokenView, NewApiTokenView } from './api-tokens.view.js';
import { accessOfScopes, type TokenAccess, type TokenOwner } from './domain/api-token.js';

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
    private readonly approvals: Approvals,
    private readonly hostToken: HostTokenKind,
    private readonly random: Random,
  ) {}

  async list(owner: TokenOwner): Promise<Page<ApiTokenView>> {
    return { items: await this.tokens.list(owner), next_cursor: null };
  }

  async listOfHost(): Promise<Page<HostTokenView>> {
    return { items: await this.tokens.listOfHost(), next_cursor: null };
  }

  /**
   * Creates a token, valid for at most 90 days and shown once. A token of the host that writes works once another admin
   * has approved it.
   * @throws AppError `session_required`, `api_token_roles_not_held`, `api_token_staff_reads` (403), `api_token_one_organization` (400),
   *   `approval_nobody_else` (409).
   */
  async create(input: {
    actor: Actor;
    purpose: TokenPurpose;
    name: string;
    days: number;
    /** Of a proposal, where it needs one. */
    reason?: string | undefined;
  }): Promise<NewApiTokenView> {
    const { actor, purpose, name, days, reason = 'No reason was given.' } = input;
    const madeBy = requireSession(actor);
    const { owner, roles } = ownerAndRoles(purpose, madeBy);
    if (purpose.kind === 'person' && missingGrants(roles, actor.roles).length > 0)
      throw new AppError(identityErrors.api_token_roles_not_held);
    if (purpose.kind === 'person' && purpose.access === 'write' && roles.some(({ role }) => isStaffRole(role)))
      throw new AppError(identityErrors.api_token_staff_reads);
    if (organizationsOf(roles).length > 1) throw new AppError(identityErrors.api_token_one_organization);
    const scopes = purpose.kind === 'host' ? purpose.scopes : undefined;
    const access = purpose.kind === 'host' ? accessOfScopes(purpose.scopes) : purpose.access;
    const { token, secret } = await this.transactor.run(async (tx) => {
      const secret = newToken('dpt', this.random);
      const text = secret.reveal();
      const [tokenHash, prefix] = [sha256Hex(text), text.slice(0, PREFIX_LENGTH)];
      const added = await this.tokens.add(tx, {
        ...{ madeBy, owner, name, tokenHash, prefix, roles, access, days },
        ...(scopes && { scopes }),
      });
      await tx.audit(actor, 'api_token.created', ['api_token', added.id], {
        after: { name, owner, roles, access, ...(scopes && { scopes }), expires_at: added.expires_at },
      });
      if (scopes && access === 'write') {
        const payload = { id: added.id, name, scopes };
        await this.approvals.add(tx, actor, { kind: this.hostToken, payload, reason });
      }
      return { token: { ...added, made_by: actor.name }, secret };
    });
    return { token, secret: secret.reveal() };
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
