import { Injectable } from '@nestjs/common';
import { AppError, commonErrors, Random, type Secret } from '@portal/kernel';
import { Audit, newToken, sha256Hex, Transactor, type Actor, type RoleGrant } from '@portal/platform';
import type { ApiToken } from './domain/api-token.js';
import { missingGrants } from './domain/roles.js';
import { identityErrors } from './errors.js';
import { ApiTokensRepository } from './persistence/api-tokens.repository.js';

const PREFIX_LENGTH = 8;

/** A token for a program: a subset of its maker's roles, at most 90 days, shown once. */
@Injectable()
export class CreateApiToken {
  constructor(
    private readonly transactor: Transactor,
    private readonly tokens: ApiTokensRepository,
    private readonly random: Random,
    private readonly audit: Audit,
  ) {}

  async execute(input: {
    actor: Actor;
    name: string;
    roles: RoleGrant[];
    days: number;
  }): Promise<{ token: ApiToken; secret: Secret }> {
    const { actor } = input;
    if (actor.kind !== 'user' || actor.userId === null) throw new AppError(commonErrors.session_required);
    if (missingGrants(input.roles, actor.roles).length > 0) throw new AppError(identityErrors.api_token_roles_not_held);
    const secret = newToken('dpt', this.random);
    const text = secret.reveal();
    const userId = actor.userId;
    const token = await this.transactor.run(async (tx) => {
      const added = await this.tokens.add(tx, {
        userId,
        name: input.name,
        tokenHash: sha256Hex(text),
        prefix: text.slice(0, PREFIX_LENGTH),
        roles: input.roles,
        days: input.days,
      });
      await this.audit.record(tx, {
        actor,
        action: 'api_token.created',
        subjectType: 'api_token',
        subjectId: added.id,
        after: { name: added.name, roles: input.roles, expires_at: added.expiresAt.toISOString() },
      });
      return added;
    });
    return { token, secret };
  }
}
