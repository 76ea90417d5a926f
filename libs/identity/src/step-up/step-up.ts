import { Injectable } from '@nestjs/common';
import { AppError, Random, type Secret } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { newToken, sha256Hex } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import { identityErrors } from '../errors.js';
import { ownSession } from '../sessions/own-session.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { Reauthentication, type Shown } from './reauthentication.js';

/** A signed-in person confirms their identity. The session continues with a new token. */
@Injectable()
export class StepUp {
  constructor(
    private readonly transactor: Transactor,
    private readonly sessions: SessionsRepository,
    private readonly reauthentication: Reauthentication,
    private readonly limits: AttemptLimits,
    private readonly random: Random,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `step_up_failed` (400), `step_up_by_sign_in` (409), `too_many_attempts` (429). */
  async execute(input: { actor: Actor; shown: Shown }): Promise<Secret> {
    const { userId, sessionId } = ownSession(input.actor);
    await this.limits.beforeReauthentication(sessionId);
    const accept = await this.reauthentication.judge(userId, input.shown);
    if (!accept) throw new AppError(identityErrors.step_up_failed);
    const token = await this.transactor.run(async (tx) => {
      if (!(await accept(tx))) throw new AppError(identityErrors.step_up_failed);
      const next = newToken('dps', this.random);
      if (!(await this.sessions.rotate(tx, sessionId, sha256Hex(next.reveal()))))
        throw new AppError(identityErrors.session_not_found);
      await this.audit.record(tx, {
        actor: input.actor,
        action: 'session.stepped_up',
        subjectType: 'user',
        subjectId: userId,
      });
      return next;
    });
    await this.limits.afterReauthentication(sessionId);
    return token;
  }
}
