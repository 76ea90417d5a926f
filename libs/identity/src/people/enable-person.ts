import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { PersonNotice } from './person-notice.js';
import { AccessRepository } from './access.repository.js';
import { UsersRepository } from './users.repository.js';

/**
 * Undoes `DisablePerson`: the person can sign in and has the same roles as before. Ended sessions and tokens stay
 * ended.
 */
@Injectable()
export class EnablePerson {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly access: AccessRepository,
    private readonly notice: PersonNotice,
  ) {}

  /** @throws AppError `user_not_found` (404), `person_not_disabled` (409) */
  async execute(input: { actor: Actor; userId: string; reason: string }): Promise<void> {
    const { actor, userId, reason } = input;
    await this.transactor.run(async (tx) => {
      const person = await this.users.lockById(tx, userId);
      if (!person) throw new AppError(identityErrors.user_not_found);
      if (!(await this.users.enable(tx, userId))) throw new AppError(identityErrors.person_not_disabled);
      // A sign-in that was in progress when the person was disabled must not be completed now.
      await this.access.endAll(tx, userId);
      await this.notice.enabled(tx, actor, { person, reason });
    });
  }
}
