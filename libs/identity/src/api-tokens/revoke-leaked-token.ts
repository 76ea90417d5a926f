import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { isWellFormedToken, sha256Hex } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { AccountMails } from '../notifications/account-mails.js';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import { ApiTokensRepository } from './api-tokens.repository.js';

/**
 * Revokes a token for anyone who presents it, such as a scanner of public code; no account needed. The response is the
 * same for a token that never existed.
 */
@Injectable()
export class RevokeLeakedToken {
  constructor(
    private readonly transactor: Transactor,
    private readonly tokens: ApiTokensRepository,
    private readonly limits: AttemptLimits,
    private readonly mails: AccountMails,
  ) {}

  /**
   * @throws AppError `too_many_attempts` (429) after many values that are not tokens. A real token is always revoked.
   */
  async execute(input: { token: string; ip: string }): Promise<void> {
    if (await this.revoke(input.token)) return;
    await this.limits.afterMiss(input.ip);
  }

  /** False when there is no such valid token. */
  private async revoke(token: string): Promise<boolean> {
    if (!isWellFormedToken('dpt', token)) return false;
    return this.transactor.run(async (tx) => {
      const ended = await this.tokens.revokeByHash(tx, sha256Hex(token));
      if (!ended) return false;
      await this.mails.tokenLeaked(tx, ended.email, ended.name);
      await tx.audit(SYSTEM_ACTOR, 'api_token.revoked', ['api_token', ended.id], {
        reason: 'shown by somebody who found it',
      });
      return true;
    });
  }
}
