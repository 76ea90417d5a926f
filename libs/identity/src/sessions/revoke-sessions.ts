import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { ownSession } from './own-session.js';
import { SessionsRepository } from './sessions.repository.js';

/** Ends one of the actor's own sessions, or all but the current one; effective with the next request. */
@Injectable()
export class RevokeSessions {
  constructor(
    private readonly transactor: Transactor,
    private readonly sessions: SessionsRepository,
    private readonly audit: Audit,
  ) {}

  /**
   * Returns how many ended.
   * @throws AppError `session_not_found` (404), `session_required` (403).
   */
  async execute(input: { actor: Actor; which: 'others' | { sessionId: string } }): Promise<number> {
    const { actor, which } = input;
    const { userId, sessionId } = ownSession(actor);
    return this.transactor.run(async (tx) => {
      const ended =
        which === 'others'
          ? await this.sessions.revokeOthers(tx, userId, sessionId)
          : await this.sessions.revokeOwn(tx, userId, which.sessionId);
      if (which !== 'others' && ended === 0) throw new AppError(identityErrors.session_not_found);
      if (ended > 0)
        await this.audit.record(tx, {
          actor,
          action: 'session.revoked',
          subjectType: 'user',
          subjectId: userId,
          after: { sessions: ended },
        });
      return ended;
    });
  }
}
