import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import type { TokenOwner } from './domain/api-token.js';
import { identityErrors } from '../errors.js';
import { ApiTokensRepository } from './api-tokens.repository.js';

/** Revokes one of the owner's tokens immediately. */
@Injectable()
export class RevokeApiToken {
  constructor(
    private readonly transactor: Transactor,
    private readonly tokens: ApiTokensRepository,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `api_token_not_found` (404), also for another owner's token. */
  async execute(input: { actor: Actor; owner: TokenOwner; tokenId: string }): Promise<void> {
    const { actor, owner, tokenId } = input;
    await this.transactor.run(async (tx) => {
      if (!(await this.tokens.revoke(tx, tokenId, owner))) throw new AppError(identityErrors.api_token_not_found);
      await this.audit.record(tx, { actor, action: 'api_token.revoked', subjectType: 'api_token', subjectId: tokenId });
    });
  }
}
