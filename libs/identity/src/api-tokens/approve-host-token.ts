import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { ownSession } from '../sessions/own-session.js';
import { ApiTokensRepository } from './api-tokens.repository.js';

/** The second admin's approval of a host token that can add operators. It works from the next request on. */
@Injectable()
export class ApproveHostToken {
  constructor(
    private readonly transactor: Transactor,
    private readonly tokens: ApiTokensRepository,
    private readonly audit: Audit,
  ) {}

  /**
   * @throws AppError `api_token_not_found` (404), also for one that needs no approval, `host_token_same_person`,
   *   `session_required` (403)
   */
  async execute({ actor, tokenId }: { actor: Actor; tokenId: string }): Promise<void> {
    const { userId: by } = ownSession(actor);
    await this.transactor.run(async (tx) => {
      const token = await this.tokens.lockWaiting(tx, tokenId);
      if (!token) throw new AppError(identityErrors.api_token_not_found);
      if (token.madeBy === by) throw new AppError(identityErrors.host_token_same_person);
      await this.tokens.approve(tx, tokenId, by);
      await this.audit.record(tx, {
        actor,
        action: 'api_token.approved',
        subjectType: 'api_token',
        subjectId: tokenId,
        after: { scopes: token.scopes },
      });
    });
  }
}
