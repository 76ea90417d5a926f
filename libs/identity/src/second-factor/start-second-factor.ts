import { Injectable } from '@nestjs/common';
import { AppError, type Secret } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { ownSession } from '../sessions/own-session.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { SecondFactor } from './second-factor.js';
import { Totp } from './totp.js';

/** Creates a new seed for the actor's app. Nothing changes until its first code is confirmed. */
@Injectable()
export class StartSecondFactor {
  constructor(
    private readonly transactor: Transactor,
    private readonly factors: SecondFactorsRepository,
    private readonly secondFactor: SecondFactor,
    private readonly totp: Totp,
  ) {}

  /** @throws AppError `second_factor_on` (409), `session_required` (403). */
  async execute(actor: Actor): Promise<{ seed: Secret; uri: string }> {
    const { userId } = ownSession(actor);
    const seed = await this.transactor.run(async (tx) => {
      const made = this.totp.newSeed();
      if (!(await this.factors.propose(tx, userId, this.secondFactor.seal(userId, made))))
        throw new AppError(identityErrors.second_factor_on);
      return made;
    });
    return { seed, uri: this.totp.uri(seed, actor.email ?? actor.name) };
  }
}
