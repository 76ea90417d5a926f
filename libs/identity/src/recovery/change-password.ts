import { Injectable } from '@nestjs/common';
import { AppError, required } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import { identityErrors } from '../errors.js';
import { ownSession } from '../sessions/own-session.js';
import { Passwords } from '../credentials/passwords.js';
import { UsersRepository } from '../people/users.repository.js';
import { ReplacePassword } from './replace-password.js';

/** Changes the password of a person who knows the current one. All other sessions and the API tokens end. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly limits: AttemptLimits,
    private readonly replace: ReplacePassword,
  ) {}

  /** @throws AppError `session_required` (403), `password_wrong` (400), `password_too_weak` (400). */
  async execute(input: { actor: Actor; current: string; password: string; sharedTokens: boolean }) {
    const { userId, sessionId } = ownSession(input.actor);
    await this.limits.beforeReauthentication(sessionId);
    // The hash as of the first request; a repeated request finds the new one.
    const known = await this.transactor.run((tx) => this.users.passwordOf(userId, tx));
    if (!(await this.passwords.matches(known, input.current))) throw wrong();
    await this.limits.afterReauthentication(sessionId);
    const passwordHash = await this.passwords.hash(input.password);
    return this.transactor.run(async (tx) => {
      const user = required(await this.users.lockById(tx, userId), identityErrors.user_not_found);
      // The owner may have reset the password while it was compared, so the comparison counts only if it is unchanged.
      if ((await this.users.passwordOf(userId, tx)) !== known) throw wrong();
      const { current: _current, ...change } = input;
      return this.replace.execute(tx, {
        ...change,
        user,
        passwordHash,
        action: 'user.password_changed',
        keepSession: sessionId,
      });
    });
  }
}

const wrong = (): AppError =>
  new AppError(identityErrors.password_wrong, {
    details: [{ pointer: '/current_password', code: 'wrong', message: identityErrors.password_wrong.message }],
  });
