import { Injectable } from '@nestjs/common';
import { AppError, tidyEmail } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { sha256Hex } from '@portal/platform/crypto';
import { refusalOf, Transactor } from '@portal/platform/database';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import { KnownPlaces, type Place } from '../credentials/known-places.js';
import { Passwords } from '../credentials/passwords.js';
import { identityErrors } from '../errors.js';
import { StaffLinksRepository } from '../people/staff-links.repository.js';
import { OpenAccount } from './open-account.js';

const INSTALLATION = {
  of: 'admin_links',
  gone: identityErrors.admin_link_not_valid,
  taken: identityErrors.address_taken,
  reason: 'With the one-time link of the installation.',
} as const;
const INVITATION = {
  of: 'staff_invitations',
  gone: identityErrors.staff_invitation_not_valid,
  taken: identityErrors.invited_has_account,
  reason: 'With the link of the approved invitation.',
} as const;

/**
 * Creates the account of one of the first two admins with a link that `migrate` printed, or of a person whom two admins
 * invited with the link that was mailed. A link works once; the database grants the roles by nothing else.
 */
@Injectable()
export class UseStaffLink {
  constructor(
    private readonly links: StaffLinksRepository,
    private readonly transactor: Transactor,
    private readonly passwords: Passwords,
    private readonly limits: AttemptLimits,
    private readonly account: OpenAccount,
    private readonly places: KnownPlaces,
  ) {}

  /**
   * @param input `email`: of a first admin; the mailed link has its address
   * @returns the cookie by which the browser is known
   * @throws AppError `admin_link_not_valid`, `staff_invitation_not_valid` (404), `password_too_weak` (400; the link stays
   *   usable), `address_taken`, `invited_has_account`, `admins_there` (409), `too_many_attempts` (429)
   */
  async execute(input: { token: string; email?: string; name: string; password: string; place: Place }) {
    const { name, password, place } = input;
    const { of, gone, taken, reason } = input.email === undefined ? INVITATION : INSTALLATION;
    const link = { of, hash: sha256Hex(input.token) };
    const found = await this.links.find(link);
    if (!found) {
      await this.limits.afterMiss(place.ip);
      throw new AppError(gone);
    }
    const email = found.email ?? tidyEmail(input.email!);
    await this.passwords.assertUsable(password, email);
    const passwordHash = await this.passwords.hash(password);
    try {
      return await this.transactor.run(async (tx) => {
        const userId = await this.account.execute(tx, { email, name, passwordHash });
        if (userId === undefined) throw new AppError(taken);
        const { roles, approval } = await this.links.use(tx, link, userId);
        if (roles.length === 0) throw new AppError(gone);
        for (const role of roles) {
          const after = { role, scope_id: null, ...(approval && { approval }) };
          await tx.audit(SYSTEM_ACTOR, 'role.granted', ['user', userId], { after, reason });
        }
        return this.places.remember(userId, place, tx);
      });
    } catch (error) {
      throw refusalOf(error, { role_grants_by_two_admins: identityErrors.admins_there });
    }
  }
}
