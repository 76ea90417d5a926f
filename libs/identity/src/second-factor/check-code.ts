import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { KnownPlaces, type Place } from '../credentials/known-places.js';
import { identityErrors } from '../errors.js';
import { AccountMails } from '../notifications/account-mails.js';
import { UsersRepository } from '../people/users.repository.js';
import { SecondFactor, type SecondFactorProof } from './second-factor.js';

/**
 * The one way to check a code of the second factor, for every door that takes one. Each wrong code counts against the
 * account, wherever it came from. After `WRONG_CODES_MAX` (`credentials/domain/tries.ts`), codes are checked only on
 * devices where the person has signed in before, until a new password is chosen; a correct code there changes nothing
 * for the others.
 */
@Injectable()
export class CheckCode {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly places: KnownPlaces,
    private readonly secondFactor: SecondFactor,
    private readonly mails: AccountMails,
  ) {}

  /** @throws AppError `codes_used_up` (403) where the person is not known on the device. */
  async assertOpen(userId: string, place: Place): Promise<void> {
    if ((await this.users.codesUsedUp(userId)) && this.places.deviceOf(userId, place) === null) throw usedUp();
  }

  /**
   * Null when the code is wrong. It is counted before it is checked, so that simultaneous ones cannot exceed the limit.
   * @throws AppError `codes_used_up` (403) where the person is not known on the device; the code is not checked.
   */
  async execute(userId: string, code: string, place: Place): Promise<SecondFactorProof | null> {
    const counted = await this.transactor.run(async (tx) => {
      const counted = await this.users.countCode(tx, userId);
      if (!counted) await this.close(tx, userId);
      return counted;
    });
    if (!counted && this.places.deviceOf(userId, place) === null) throw usedUp();
    return this.transactor.run(async (tx) => {
      const proof = await this.secondFactor.prove(userId, code, tx);
      if (!proof) await this.close(tx, userId);
      else if (counted) await this.users.uncountCode(tx, userId);
      return proof;
    });
  }

  /** Uses a code that was right (`SecondFactor.use`). */
  use(tx: Tx, userId: string, proof: SecondFactorProof): Promise<boolean> {
    return this.secondFactor.use(tx, userId, proof);
  }

  /** Informs the owner, once, when the limit has been reached. */
  private async close(tx: Tx, userId: string): Promise<void> {
    const email = await this.users.closeCodes(tx, userId);
    if (email === undefined) return;
    await this.mails.codesUsedUp(tx, email);
    await tx.audit(SYSTEM_ACTOR, 'user.codes_used_up', ['user', userId]);
  }
}

const usedUp = (): AppError => new AppError(identityErrors.codes_used_up);
