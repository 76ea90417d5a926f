import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { sha256Hex } from '@portal/platform/crypto';
import { Transactor, type Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { AccountMails } from '../notifications/account-mails.js';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import { tidyEmail } from './domain/email.js';
import { Passwords } from '../credentials/passwords.js';
import { UsersRepository } from '../people/users.repository.js';

/** What to do after signing up; depends on the mode only, never on whether the address was known. */
type SignUpNext = 'sign_in' | 'confirm_email';

/**
 * Makes an account, or tells the owner of the address by mail that they already have one. Both take the same steps and
 * give the same answer. In production the address must be confirmed by a mailed link before the first sign-in.
 */
@Injectable()
export class SignUp {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly limits: AttemptLimits,
    private readonly mailer: Mailer,
    private readonly audit: Audit,
    private readonly mails: AccountMails,
  ) {}

  async execute(input: { email: string; password: string; name: string; ip: string }): Promise<SignUpNext> {
    const email = tidyEmail(input.email);
    await this.passwords.assertUsable(input.password, email);
    await this.limits.beforeSignUp(email, input.ip);
    const passwordHash = await this.passwords.hash(input.password);
    await this.transactor.run(async (tx) => {
      const known = await this.users.lockByEmail(tx, email);
      if (known?.emailConfirmedAt) {
        await this.mailer.send(tx, this.mails.already(known.email));
        return;
      }
      const userId = known
        ? known.id
        : await this.users.add(tx, {
            email,
            name: input.name,
            passwordHash,
            demoPerson: null,
            confirmed: this.mails.confirmsAtOnce,
          });
      // Undefined: the same address was added at this very moment, and that sign-up goes on.
      if (userId === undefined) return;
      // Whoever confirms an address must not find a stranger's password on it: the last sign-up before it counts.
      if (known) await this.users.replaceUnconfirmed(tx, known.id, input.name, passwordHash);
      else
        await this.audit.record(tx, {
          actor: { ...SYSTEM_ACTOR, kind: 'user', userId, name: input.name },
          action: 'user.signed_up',
          subjectType: 'user',
          subjectId: userId,
        });
      if (!this.mails.confirmsAtOnce) await this.sendConfirmation(tx, userId, email);
    });
    return this.mails.confirmsAtOnce ? 'sign_in' : 'confirm_email';
  }

  private async sendConfirmation(tx: Tx, userId: string, email: string): Promise<void> {
    const { token, expiresAt } = this.mails.newConfirmation();
    await this.users.setConfirmation(tx, userId, sha256Hex(token.reveal()), expiresAt);
    await this.mailer.send(tx, this.mails.confirmation(email, token));
  }
}
