import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { sha256Hex } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { SessionsRepository } from './sessions.repository.js';

/** Ends the session of a token. Does nothing without a token, or when the session has already ended. */
@Injectable()
export class SignOut {
  constructor(
    private readonly transactor: Transactor,
    private readonly sessions: SessionsRepository,
    private readonly audit: Audit,
  ) {}

  async execute(token: string | null): Promise<void> {
    if (token === null) return;
    await this.transactor.run(async (tx) => {
      const ended = await this.sessions.revoke(tx, sha256Hex(token));
      if (!ended) return;
      await this.audit.record(tx, {
        actor: { ...SYSTEM_ACTOR, kind: 'user', userId: ended.userId, name: ended.name },
        action: 'user.signed_out',
        subjectType: 'user',
        subjectId: ended.userId,
      });
    });
  }
}
