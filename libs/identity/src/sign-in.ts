import { Injectable } from '@nestjs/common';
import { AppError, type Secret } from '@portal/kernel';
import { Audit, sha256Hex, SYSTEM_ACTOR, Transactor, type Tx } from '@portal/platform';
import { AccountMails } from './account-mails.js';
import { AttemptLimits } from './attempt-limits.js';
import { tidyEmail } from './domain/email.js';
import { identityErrors } from './errors.js';
import { OpenSession, type Origin } from './open-session.js';
import { Passwords } from './passwords.js';
import { SecondFactorsRepository } from './persistence/second-factors.repository.js';
import { UsersRepository } from './persistence/users.repository.js';

/** Who is in, or has to show a second factor first. */
export type SignedIn = { readonly session: Secret } | { readonly challenge: Secret };

/** E-mail and password in, session token (or the challenge of the second step) out. Every refusal reads alike and takes as long. */
@Injectable()
export class SignIn {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly limits: AttemptLimits,
    private readonly openSession: OpenSession,
    private readonly mails: AccountMails,
    private readonly factors: SecondFactorsRepository,
    private readonly audit: Audit,
  ) {}

  async execute(input: { email: string; password: string; origin: Origin }): Promise<SignedIn> {
    const email = tidyEmail(input.email);
    await this.limits.beforeSignIn(email, input.origin.ip);
    const known = await this.users.credentials(email);
    const matches = await this.passwords.matches(known?.passwordHash ?? null, input.password);
    if (!known || !matches || !known.usable) throw new AppError(identityErrors.sign_in_failed);
    await this.limits.afterSignIn(email, input.origin.ip);
    return this.transactor.run(async (tx) => {
      if (known.secondFactor) return { challenge: await this.challenge(tx, known.id) };
      const session = await this.openSession.execute(tx, known.id, input.origin, { secondFactor: false });
      await this.audit.record(tx, {
        actor: { ...SYSTEM_ACTOR, kind: 'user', userId: known.id, name: email },
        action: 'user.signed_in',
        subjectType: 'user',
        subjectId: known.id,
      });
      return { session };
    });
  }

  private async challenge(tx: Tx, userId: string): Promise<Secret> {
    const { token, expiresAt } = this.mails.newChallenge();
    await this.factors.addChallenge(tx, userId, sha256Hex(token.reveal()), expiresAt);
    return token;
  }
}
