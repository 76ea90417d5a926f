import { tidyEmail } from '@portal/kernel';
import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { AccountMails } from '../notifications/account-mails.js';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import type { Place } from '../credentials/known-places.js';
import { Passwords } from '../credentials/passwords.js';
import { AccountMailRequests } from '../recovery/account-mail-requests.js';
import { OpenAccount } from './open-account.js';

/** The next step after signing up. Depends on the mode only, never on whether the address is known. */
type SignUpNext = 'sign_in' | 'confirm_email';

/**
 * Where mail is sent, a link goes to the address, and whoever opens it chooses name and password; nothing entered
 * before is kept. A sandbox creates the account immediately. The response is the same for a known address, whose owner
 * is notified by mail.
 */
@Injectable()
export class SignUp {
  constructor(
    private readonly transactor: Transactor,
    private readonly passwords: Passwords,
    private readonly limits: AttemptLimits,
    private readonly requests: AccountMailRequests,
    private readonly account: OpenAccount,
    private readonly mails: AccountMails,
  ) {}

  /** @throws AppError `password_too_weak` (400; sandbox), `too_many_attempts` (429). */
  async execute(input: {
    email: string;
    password?: string | undefined;
    name?: string | undefined;
    place: Place;
  }): Promise<SignUpNext> {
    const email = tidyEmail(input.email);
    if (!this.mails.confirmsAtOnce) {
      await this.requests.request({ kind: 'confirmation', email, place: input.place });
      return 'confirm_email';
    }
    const password = input.password ?? '';
    await this.passwords.assertUsable(password, email);
    await this.limits.beforeSignUp(email, input.place.ip);
    const passwordHash = await this.passwords.hash(password, 'strangers');
    await this.transactor.run(async (tx) => {
      const opened = await this.account.execute(tx, { email, name: input.name ?? email, passwordHash });
      if (!opened) await this.mails.already(tx, email);
    });
    return 'sign_in';
  }
}
