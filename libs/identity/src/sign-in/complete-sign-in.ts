import { Injectable } from '@nestjs/common';
import { AppError, required } from '@portal/kernel';
import { sha256Hex } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { AttemptLimits, tooManyAttempts } from '../credentials/attempt-limits.js';
import { identityErrors } from '../errors.js';
import { AccountMailRequests } from '../recovery/account-mail-requests.js';
import { SessionsService, type Opened, type Origin } from '../sessions/sessions.service.js';
import { SecondFactorsRepository } from '../second-factor/second-factors.repository.js';
import { CheckCode } from '../second-factor/check-code.js';

/** Completes a sign-in with a code from the app or a recovery code. A challenge allows five attempts. */
@Injectable()
export class CompleteSignIn {
  constructor(
    private readonly transactor: Transactor,
    private readonly factors: SecondFactorsRepository,
    private readonly check: CheckCode,
    private readonly limits: AttemptLimits,
    private readonly sessions: SessionsService,
    private readonly mails: AccountMailRequests,
  ) {}

  /**
   * @throws AppError `challenge_not_valid` (401), `second_factor_wrong` (400), `codes_used_up` (403),
   *   `too_many_attempts` (429).
   */
  async execute(input: { challenge: string; code: string; origin: Origin }): Promise<Opened> {
    const tokenHash = sha256Hex(input.challenge);
    const user = required(await this.factors.challenged(tokenHash), identityErrors.challenge_not_valid);
    const { userId, email } = user;
    await this.check.assertOpen(userId, input.origin);
    const attempt = await this.limits.begin('code', { email, userId, place: input.origin });
    if (attempt.waitMs > 0 && !attempt.known) throw tooManyAttempts(attempt.waitMs);
    if (!(await this.factors.tryChallenge(tokenHash))) throw new AppError(identityErrors.challenge_not_valid);
    const proof = await this.check.execute(userId, input.code, input.origin);
    if (!proof) {
      if (await this.limits.wrong(attempt)) await this.mails.warn('wrong_codes', email);
      throw new AppError(identityErrors.second_factor_wrong);
    }
    const opened = await this.transactor.run(async (tx) => {
      if (!(await this.check.use(tx, userId, proof))) throw new AppError(identityErrors.second_factor_wrong);
      if (!(await this.factors.endChallenge(tx, tokenHash))) throw new AppError(identityErrors.challenge_not_valid);
      const by = { second_factor: 'step' in proof ? 'totp' : 'recovery_code' };
      return this.sessions.open(tx, { id: userId, name: user.name }, input.origin, { secondFactor: true, by });
    });
    await this.limits.right(attempt);
    return opened;
  }
}
