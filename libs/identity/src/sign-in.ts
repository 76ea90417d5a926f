import { Injectable } from '@nestjs/common';
import { AppError, type Secret } from '@portal/kernel';
import { Audit, SYSTEM_ACTOR, Transactor } from '@portal/platform';
import { AttemptLimits } from './attempt-limits.js';
import { tidyEmail } from './domain/email.js';
import { identityErrors } from './errors.js';
import { OpenSession, type Origin } from './open-session.js';
import { Passwords } from './passwords.js';
import { UsersRepository } from './persistence/users.repository.js';

/** E-mail and password in, session token out. Every refusal reads alike and takes as long. */
@Injectable()
export class SignIn {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly limits: AttemptLimits,
    private readonly openSession: OpenSession,
    private readonly audit: Audit,
  ) {}

  async execute(input: { email: string; password: string; origin: Origin }): Promise<Secret> {
    const email = tidyEmail(input.email);
    await this.limits.beforeSignIn(email, input.origin.ip);
    const known = await this.users.credentials(email);
    const matches = await this.passwords.matches(known?.passwordHash ?? null, input.password);
    if (!known || !matches || !known.usable) throw new AppError(identityErrors.sign_in_failed);
    await this.limits.afterSignIn(email, input.origin.ip);
    return this.transactor.run(async (tx) => {
      const token = await this.openSession.execute(tx, known.id, input.origin);
      await this.audit.record(tx, {
        actor: { ...SYSTEM_ACTOR, kind: 'user', userId: known.id, name: email },
        action: 'user.signed_in',
        subjectType: 'user',
        subjectId: known.id,
      });
      return token;
    });
  }
}
