import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import { identityErrors } from '../errors.js';
import { Passwords } from '../credentials/passwords.js';
import { MailedLinksRepository } from '../people/mailed-links.repository.js';
import { UsersRepository } from '../people/users.repository.js';
import { ReplacePassword } from './replace-password.js';

/**
 * Sets a new password with the mailed token, which proves that the person owns the address. The token works once. The
 * counts of earlier attempts at the account are reset.
 */
@Injectable()
export class CompletePasswordReset {
  constructor(
    private readonly transactor: Transactor,
    private readonly links: MailedLinksRepository,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly limits: AttemptLimits,
    private readonly replace: ReplacePassword,
  ) {}

  /**
   * @throws AppError `reset_not_valid` (404), `password_too_weak` (400; the link stays usable).
   */
  async execute(input: { token: string; password: string; ip: string; sharedTokens: boolean }) {
    const address = await this.links.addressOf('password_reset', input.token);
    if (address === undefined) {
      await this.limits.afterMiss(input.ip);
      throw new AppError(identityErrors.reset_not_valid);
    }
    await this.passwords.assertUsable(input.password, address);
    const passwordHash = await this.passwords.hash(input.password);
    return this.transactor.run(async (tx) => {
      const email = await this.links.take(tx, 'password_reset', input.token);
      const user = email === undefined ? undefined : await this.users.confirmByReset(tx, email);
      if (!user) throw new AppError(identityErrors.reset_not_valid);
      const actor: Actor = { ...SYSTEM_ACTOR, kind: 'user', userId: user.id, name: user.name };
      const { password, sharedTokens } = input;
      const access = await this.replace.execute(tx, {
        ...{ actor, user, password, passwordHash, sharedTokens },
        action: 'user.password_reset',
        keepSession: null,
      });
      await this.limits.reset(tx, user.email);
      return { ...access, userId: user.id };
    });
  }
}
