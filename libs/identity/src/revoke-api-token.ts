import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Audit, Transactor, type Actor } from '@portal/platform';
import { identityErrors } from './errors.js';
import { ApiTokensRepository } from './persistence/api-tokens.repository.js';

/** Ends one of the actor's own tokens at once. */
@Injectable()
export class RevokeApiToken {
  constructor(
    private readonly transactor: Transactor,
    private readonly tokens: ApiTokensRepository,
    private readonly audit: Audit,
  ) {}

  async execute(input: { actor: Actor; tokenId: string }): Promise<void> {
    const { actor, tokenId } = input;
    await this.transactor.run(async (tx) => {
      if (actor.userId === null || !(await this.tokens.revoke(tx, tokenId, actor.userId)))
        throw new AppError(identityErrors.api_token_not_found);
      await this.audit.record(tx, { actor, action: 'api_token.revoked', subjectType: 'api_token', subjectId: tokenId });
    });
  }
}
