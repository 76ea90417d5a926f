import { Injectable } from '@nestjs/common';
import { AppError, tidyEmail } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { AttemptLimits, refusedLater } from '../credentials/attempt-limits.js';
import { EnterAccount, type SignedIn } from './enter-account.js';
import { identityErrors } from '../errors.js';
import type { Origin } from '../sessions/sessions.service.js';
import { AccountMailRequests } from '../recovery/account-mail-requests.js';
import { Passwords } from '../credentials/passwords.js';
import { UsersRepository } from '../people/users.repository.js';

/**
 * Signs in with email address and password. Returns the session token or the challenge for the second factor. Every
 * refusal has the same message and takes as long.
 */
@Injectable()
export class SignIn {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly limits: AttemptLimits,
    private readonly enter: EnterAccount,
    private readonly mails: AccountMailRequests,
  ) {}

  /** @throws AppError `sign_in_failed` (401), `too_many_attempts` (429). */
  async execute(input: { email: string; password: string; origin: Origin }): Promise<SignedIn> {
    const email = tidyEmail(input.email);
    const known = await this.users.credentials(email);
    const attempt = await this.limits.begin('password', { email, userId: known?.id, place: input.origin });
    const refusal = attempt.waitMs > 0 ? refusedLater(attempt.waitMs) : null;
    const checksPassword = refusal === null || attempt.known;
    const who = attempt.shared ? 'strangers' : 'known';
    const matches = checksPassword && (await this.passwords.matches(known?.passwordHash ?? null, input.password, who));
    if (!known || !matches || !known.usable) {
      if (refusal) throw await refusal;
      if (await this.limits.wrong(attempt)) await this.mails.warn('wrong_passwords', email);
      throw new AppError(identityErrors.sign_in_failed);
    }
    await this.limits.right(attempt);
    return this.transactor.run(async (tx) => {
      // The password may have been changed or the second factor turned on while the password was compared.
      const now = await this.users.lockCredentials(tx, known.id);
      if (!now?.usable || now.passwordHash !== known.passwordHash) throw new AppError(identityErrors.sign_in_failed);
      const user = { id: known.id, name: email, secondFactor: now.secondFactor };
      return this.enter.execute(tx, { user, origin: input.origin, by: 'password' });
    });
  }
}
