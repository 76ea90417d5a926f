import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { AccountMails } from '../notifications/account-mails.js';
import { Passwords } from '../credentials/passwords.js';
import { UsersRepository, type PersonRow } from '../people/users.repository.js';
import { EndAccess, type MadeTokens } from './end-access.js';

/** Common part of every password change: the policy, ending all other access, and a mail to the owner. */
@Injectable()
export class ReplacePassword {
  constructor(
    private readonly passwords: Passwords,
    private readonly users: UsersRepository,
    private readonly end: EndAccess,
    private readonly mails: AccountMails,
    private readonly mailer: Mailer,
  ) {}

  /** @throws AppError `password_too_weak` (400) */
  async execute(
    tx: Tx,
    change: {
      actor: Actor;
      user: PersonRow;
      password: string;
      passwordHash: string;
      keepSession: string | null;
      sharedTokens: boolean;
    },
  ): Promise<MadeTokens> {
    const { user, actor, keepSession, sharedTokens } = change;
    await this.passwords.assertUsable(change.password, user.email);
    await this.users.setPassword(tx, user.id, change.passwordHash);
    const made = await this.end.execute(tx, { actor, userId: user.id, keepSession, sharedTokens });
    await this.mailer.send(tx, this.mails.passwordChanged(user.email, made));
    return made;
  }
}
