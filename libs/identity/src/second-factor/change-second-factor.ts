import { Injectable } from '@nestjs/common';
import { AppError, type Secret } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import { identityErrors } from '../errors.js';
import { ownSession } from '../sessions/own-session.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SecondFactorNotice } from './second-factor-notice.js';
import { SecondFactor } from './second-factor.js';

/** Turns the second factor off, or replaces the recovery codes; both require a code. */
@Injectable()
export class ChangeSecondFactor {
  constructor(
    private readonly transactor: Transactor,
    private readonly factors: SecondFactorsRepository,
    private readonly secondFactor: SecondFactor,
    private readonly recovery: RecoveryCodes,
    private readonly limits: AttemptLimits,
    private readonly notice: SecondFactorNotice,
  ) {}

  /** @throws AppError `second_factor_wrong` (400), `session_required` (403). */
  async remove(input: { actor: Actor; code: string }): Promise<void> {
    await this.withCode(input, async (tx, userId) => {
      await this.factors.remove(tx, userId);
      await this.notice.off(tx, input.actor);
    });
  }

  /** The previous codes stop working. @throws AppError as `remove`. */
  async newRecoveryCodes(input: { actor: Actor; code: string }): Promise<Secret[]> {
    const { codes, kept } = await this.recovery.fresh();
    return this.withCode(input, async (tx, userId) => {
      await this.factors.replaceRecoveryCodes(tx, userId, kept);
      await this.notice.newCodes(tx, input.actor);
      return codes;
    });
  }

  private async withCode<T>(
    { actor, code }: { actor: Actor; code: string },
    work: (tx: Tx, userId: string) => Promise<T>,
  ): Promise<T> {
    const { userId, sessionId } = ownSession(actor);
    await this.limits.beforeReauthentication(sessionId);
    const done = await this.transactor.run(async (tx) => {
      const proof = await this.secondFactor.prove(userId, code, tx);
      if (!proof || !(await this.secondFactor.use(tx, userId, proof)))
        throw new AppError(identityErrors.second_factor_wrong);
      return work(tx, userId);
    });
    await this.limits.afterReauthentication(sessionId);
    return done;
  }
}
