import { Injectable } from '@nestjs/common';
import { AppError, tidyEmail } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { sha256Hex } from '@portal/platform/crypto';
import { refusalOf, Transactor } from '@portal/platform/database';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import { KnownPlaces, type Place } from '../credentials/known-places.js';
import { Passwords } from '../credentials/passwords.js';
import { identityErrors } from '../errors.js';
import { AdminLinksRepository } from './admin-links.repository.js';
import { OpenAccount } from './open-account.js';

/**
 * Creates the account of one of the first two admins with a link that `migrate` printed. The link works once; the
 * database grants the role by nothing else, and to no third person.
 */
@Injectable()
export class UseAdminLink {
  constructor(
    private readonly links: AdminLinksRepository,
    private readonly transactor: Transactor,
    private readonly passwords: Passwords,
    private readonly limits: AttemptLimits,
    private readonly account: OpenAccount,
    private readonly places: KnownPlaces,
  ) {}

  /**
   * @returns the cookie by which the browser is known
   * @throws AppError `admin_link_not_valid` (404), `password_too_weak` (400; the link stays usable), `address_taken`,
   *   `admins_there` (409), `too_many_attempts` (429)
   */
  async execute(input: {
    token: string;
    email: string;
    name: string;
    password: string;
    place: Place;
  }): Promise<string> {
    const { name, password, place } = input;
    const [email, hash] = [tidyEmail(input.email), sha256Hex(input.token)];
    if (!(await this.links.isOpen(hash))) {
      await this.limits.afterMiss(place.ip);
      throw new AppError(identityErrors.admin_link_not_valid);
    }
    await this.passwords.assertUsable(password, email);
    const passwordHash = await this.passwords.hash(password);
    try {
      return await this.transactor.run(async (tx) => {
        const userId = await this.account.execute(tx, { email, name, passwordHash });
        if (userId === undefined) throw new AppError(identityErrors.address_taken);
        if (!(await this.links.use(tx, hash, userId))) throw new AppError(identityErrors.admin_link_not_valid);
        await tx.audit(SYSTEM_ACTOR, 'role.granted', ['user', userId], {
          after: { role: 'admin', scope_id: null },
          reason: 'With the one-time link of the installation.',
        });
        return this.places.remember(userId, place, tx);
      });
    } catch (error) {
      throw refusalOf(error, { role_grants_by_two_admins: identityErrors.admins_there });
    }
  }
}
