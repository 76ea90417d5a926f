import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { Identity } from '../identity.js';
import { AccountMails } from '../notifications/account-mails.js';
import { UsersRepository } from '../people/users.repository.js';
import { ownSession } from '../sessions/own-session.js';
import { removalStep } from './domain/factor-removal.js';
import { FactorRemovalsRepository } from './factor-removals.repository.js';
import { RemovalNotice } from './removal-notice.js';

/**
 * Requests the removal of the second factor of a person who lost their device and recovery codes. Nothing changes until
 * another admin approves and the waiting time is over.
 */
@Injectable()
export class RequestFactorRemoval {
  constructor(
    private readonly transactor: Transactor,
    private readonly identity: Identity,
    private readonly users: UsersRepository,
    private readonly removals: FactorRemovalsRepository,
    private readonly mails: AccountMails,
    private readonly notice: RemovalNotice,
  ) {}

  /**
   * Returns the removal's id; notifies the person and the other admins by mail.
   * @throws AppError `self_factor_removal`, `session_required` (403), `user_not_found` (404), `person_disabled`,
   *   `second_factor_off`, `factor_removal_open`, `second_admin_missing` (409)
   */
  async execute(input: { actor: Actor; userId: string; reason: string }): Promise<string> {
    const { actor, userId, reason } = input;
    const { userId: requestedBy } = ownSession(actor);
    if (requestedBy === userId) throw new AppError(identityErrors.self_factor_removal);
    const admins = await this.identity.usersWith('admin');
    const others = admins.filter(({ id }) => id !== requestedBy && id !== userId);
    try {
      return await this.transactor.run(async (tx) => {
        const person = await this.users.lockById(tx, userId);
        if (!person) throw new AppError(identityErrors.user_not_found);
        const account = await this.users.lockCredentials(tx, userId);
        if (!account?.secondFactor) throw new AppError(identityErrors.second_factor_off);
        if (!account.usable) throw new AppError(identityErrors.person_disabled);
        if (others.length === 0) throw new AppError(identityErrors.second_admin_missing);
        const before = await this.removals.lockOpenOf(tx, userId);
        if (before && removalStep(before, tx.now)?.to === 'expired') await this.removals.end(tx, before.id, 'expired');
        const token = this.mails.newRemovalToken();
        const { id, expiresAt } = await this.removals.add(tx, { userId, reason, requestedBy, token });
        await this.notice.requested(tx, actor, { id, person, reason, expiresAt, token }, others);
        return id;
      });
    } catch (error) {
      throw refusalOf(error, { factor_removals_one_open: identityErrors.factor_removal_open });
    }
  }
}
