import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import { ApiTokensRepository, type MadeToken } from '../api-tokens/api-tokens.repository.js';
import { MailedLinksRepository } from '../people/mailed-links.repository.js';
import { SecondFactorsRepository } from '../second-factor/second-factors.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';

/** What happens to a person's API tokens when the password changes. */
export interface MadeTokens {
  readonly ended: readonly MadeToken[];
  /** Tokens of organisations and host services belong to those and keep working. */
  readonly kept: readonly MadeToken[];
}

/**
 * Ends everything through which someone else may have access to an account: sessions, started sign-ins, mailed links,
 * API tokens.
 */
@Injectable()
export class EndAccess {
  constructor(
    private readonly links: MailedLinksRepository,
    private readonly sessions: SessionsRepository,
    private readonly factors: SecondFactorsRepository,
    private readonly tokens: ApiTokensRepository,
    private readonly audit: Audit,
  ) {}

  /** @param sharedTokens whether to end tokens that the person created for organisations and host services as well. */
  async execute(
    tx: Tx,
    of: { actor: Actor; userId: string; keepSession: string | null; sharedTokens: boolean },
  ): Promise<MadeTokens> {
    const { actor, userId } = of;
    await this.links.endAll(tx, userId);
    await this.sessions.revokeOthers(tx, userId, of.keepSession);
    await this.factors.endChallengesOf(tx, userId);
    const made = await this.tokens.endMadeBy(tx, userId, of.sharedTokens);
    for (const { id } of made.ended)
      await this.audit.record(tx, {
        actor,
        action: 'api_token.revoked',
        subjectType: 'api_token',
        subjectId: id,
        reason: 'the password was changed',
      });
    return made;
  }
}
