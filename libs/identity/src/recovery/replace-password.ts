import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { AccountMails } from '../notifications/account-mails.js';
import { Passwords } from '../credentials/passwords.js';
import { SecondFactorsRepository } from '../second-factor/second-factors.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { MailedLinksRepository } from '../people/mailed-links.repository.js';
import { UsersRepository, type PersonRow } from '../people/users.repository.js';

/** What every change of a password brings with it: the rules, the end of the other sessions, a word to the owner. */
@Injectable()
export class ReplacePassword {
  constructor(
    private readonly passwords: Passwords,
    private readonly users: UsersRepository,
    private readonly links: MailedLinksRepository,
    private readonly sessions: SessionsRepository,
    private readonly factors: SecondFactorsRepository,
    private readonly mails: AccountMails,
    private readonly mailer: Mailer,
  ) {}

  /** @throws AppError `password_too_weak` (400) */
  async execute(
    tx: Tx,
    change: { user: PersonRow; password: string; passwordHash: string; keepSession: string | null },
  ): Promise<void> {
    const { user } = change;
    await this.passwords.assertUsable(change.password, user.email);
    await this.users.setPassword(tx, user.id, change.passwordHash);
    await this.links.endAll(tx, user.id);
    await this.sessions.revokeOthers(tx, user.id, change.keepSession);
    await this.factors.endChallengesOf(tx, user.id);
    await this.mailer.send(tx, this.mails.passwordChanged(user.email));
  }
}
