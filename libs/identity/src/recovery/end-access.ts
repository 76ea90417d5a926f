import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import { ApiTokensRepository, type MadeToken } from '../api-tokens/api-tokens.repository.js';
import { MailedLinksRepository } from '../people/mailed-links.repository.js';
import { SecondFactorsRepository } from '../second-factor/second-factors.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';

/** What becomes of the API tokens that a person made, as the password changes. */
export interface MadeTokens {
  readonly ended: readonly MadeToken[];
  /** Of organisations and host services: they belong to those and work on. */
  readonly kept: readonly MadeToken[];
}

/** Ends everything by which somebody else may be in an account: sessions, sign-ins that began, mailed links, API tokens. */
@Injectable()
export class EndAccess {
  constructor(
    private readonly links: MailedLinksRepository,
    private readonly sessions: SessionsRepository,
    private readonly factors: SecondFactorsRepository,
    private readonly tokens: ApiTokensRepository,
    private readonly audit: Audit,
  ) {}

  /** @param sharedTokens whether tokens end too that the person made for organisations and host services. */
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
