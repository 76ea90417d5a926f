import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import { KnownPlaces, type Place } from '../credentials/known-places.js';
import { Passwords } from '../credentials/passwords.js';
import { identityErrors } from '../errors.js';
import { MailedLinksRepository } from '../people/mailed-links.repository.js';
import { OpenAccount } from './open-account.js';

/**
 * Creates the account of an address with the mailed token, which proves that the person owns it. Name and password are
 * chosen now, so it does not matter who requested the mail. The token works once and ends the other links of the
 * address.
 */
@Injectable()
export class ConfirmEmail {
  constructor(
    private readonly transactor: Transactor,
    private readonly links: MailedLinksRepository,
    private readonly passwords: Passwords,
    private readonly limits: AttemptLimits,
    private readonly account: OpenAccount,
    private readonly places: KnownPlaces,
  ) {}

  /**
   * @returns the cookie by which the browser is known
   * @throws AppError `confirmation_not_valid` (404), `password_too_weak` (400; the link stays usable).
   */
  async execute(input: { token: string; name: string; password: string; place: Place }): Promise<string> {
    const address = await this.links.addressOf('confirmation', input.token);
    if (address === undefined) {
      await this.limits.afterMiss(input.place.ip);
      throw new AppError(identityErrors.confirmation_not_valid);
    }
    await this.passwords.assertUsable(input.password, address);
    const passwordHash = await this.passwords.hash(input.password);
    return this.transactor.run(async (tx) => {
      const email = await this.links.take(tx, 'confirmation', input.token);
      if (email === undefined) throw new AppError(identityErrors.confirmation_not_valid);
      const { name } = input;
      const userId = await this.account.execute(tx, { email, name, passwordHash });
      if (userId === undefined) throw new AppError(identityErrors.confirmation_not_valid);
      return this.places.remember(userId, input.place, tx);
    });
  }
}
