import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { ApiTokensRepository, type MadeToken } from '../api-tokens/api-tokens.repository.js';
import { SecondFactorsRepository } from '../second-factor/second-factors.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { MailedLinksRepository } from './mailed-links.repository.js';

export interface EndedAccess {
  /** Number of sessions that were ended. */
  readonly sessions: number;
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
  ) {}

  /** @param sharedTokens whether to end tokens that the person created for organisations and host services as well. */
  async execute(
    tx: Tx,
    userId: string,
    { keepSession = null, sharedTokens = false }: { keepSession?: string | null; sharedTokens?: boolean } = {},
  ): Promise<EndedAccess> {
    await this.links.endAll(tx, userId);
    const sessions = await this.sessions.revokeOthers(tx, userId, keepSession);
    await this.factors.endChallengesOf(tx, userId);
    return { sessions, ...(await this.tokens.endMadeBy(tx, userId, sharedTokens)) };
  }
}
