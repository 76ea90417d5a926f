import { Injectable } from '@nestjs/common';
import { AppError, type Secret } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import type { Place } from '../credentials/known-places.js';
import { identityErrors } from '../errors.js';
import { ownSession } from '../sessions/own-session.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { Reauthentication, type Shown } from './reauthentication.js';

/** A signed-in person confirms their identity. The session continues with a new token. */
@Injectable()
export class StepUp {
  constructor(
    private readonly transactor: Transactor,
    private readonly sessions: SessionsService,
    private readonly reauthentication: Reauthentication,
    private readonly limits: AttemptLimits,
  ) {}

  /** @throws AppError `step_up_failed` (400), `step_up_by_sign_in` (409), `codes_used_up` (403), `too_many_attempts` (429). */
  async execute(input: { actor: Actor; shown: Shown; place: Place }): Promise<Secret> {
    const { userId, sessionId } = ownSession(input.actor);
    await this.limits.beforeReauthentication(sessionId);
    const accept = await this.reauthentication.judge(userId, input.shown, input.place);
    if (!accept) throw new AppError(identityErrors.step_up_failed);
    const token = await this.transactor.run(async (tx) => {
      if (!(await accept(tx))) throw new AppError(identityErrors.step_up_failed);
      return this.sessions.renew(tx, input.actor);
    });
    await this.limits.afterReauthentication(sessionId);
    return token;
  }
}
