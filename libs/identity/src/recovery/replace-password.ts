import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { AccountMails } from '../notifications/account-mails.js';
import { Passwords } from '../credentials/passwords.js';
import { EndAccess, type EndedAccess } from '../people/end-access.js';
import { UsersRepository, type PersonRow } from '../people/users.repository.js';

/** Common part of every password change: the policy, ending all other access, audit, and a mail to the owner. */
@Injectable()
export class ReplacePassword {
  constructor(
    private readonly passwords: Passwords,
    private readonly users: UsersRepository,
    private readonly end: EndAccess,
    private readonly mails: AccountMails,
  ) {}

  /** @throws AppError `password_too_weak` (400) */
  async execute(
    tx: Tx,
    change: {
      actor: Actor;
      action: 'user.password_changed' | 'user.password_reset';
      user: PersonRow;
      password: string;
      passwordHash: string;
      keepSession: string | null;
      sharedTokens: boolean;
    },
  ): Promise<EndedAccess> {
    const { user, actor, action, keepSession, sharedTokens } = change;
    await this.passwords.assertUsable(change.password, user.email);
    await this.users.setPassword(tx, user.id, change.passwordHash);
    const access = await this.end.execute(tx, user.id, { keepSession, sharedTokens });
    for (const { id: subjectId } of access.ended)
      await tx.audit(actor, 'api_token.revoked', ['api_token', subjectId], {
        reason: 'the password was changed',
      });
    await this.mails.passwordChanged(tx, user.email, access);
    await tx.audit(actor, action, ['user', user.id]);
    return access;
  }
}
