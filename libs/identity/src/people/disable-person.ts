import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { ownSession } from '../sessions/own-session.js';
import { PersonNotice } from './person-notice.js';
import { AccessRepository } from './access.repository.js';
import { UsersRepository } from './users.repository.js';

/**
 * Disables a person: all access ends with the transaction. Sign-in, password reset and single sign-on then respond as
 * for an unknown person. Roles are kept and apply again when the person is enabled. Tokens that the person created for
 * organisations and services keep working.
 */
@Injectable()
export class DisablePerson {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly access: AccessRepository,
    private readonly notice: PersonNotice,
  ) {}

  /**
   * @throws AppError `self_disable`, `session_required` (403), `user_not_found` (404), `person_disabled`, `last_admin` (409)
   */
  async execute(input: { actor: Actor; userId: string; reason: string }): Promise<void> {
    const { actor, userId, reason } = input;
    const { userId: by } = ownSession(actor);
    if (by === userId) throw new AppError(identityErrors.self_disable);
    try {
      await this.transactor.run(async (tx) => {
        const person = await this.users.lockById(tx, userId);
        if (!person) throw new AppError(identityErrors.user_not_found);
        if (!(await this.users.disable(tx, userId, { by, reason }))) throw new AppError(identityErrors.person_disabled);
        const ended = await this.access.endAll(tx, userId);
        await this.notice.disabled(tx, actor, { person, reason, ended });
      });
    } catch (error) {
      throw refusalOf(error, { users_keep_admin: identityErrors.last_admin });
    }
  }
}
