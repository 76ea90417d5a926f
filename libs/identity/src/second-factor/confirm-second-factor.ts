import { Injectable } from '@nestjs/common';
import { AppError, type Secret } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import { identityErrors } from '../errors.js';
import { ownSession } from '../sessions/own-session.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { UsersRepository } from '../people/users.repository.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SecondFactorNotice } from './second-factor-notice.js';
import { SecondFactor } from './second-factor.js';

/** Turns the second factor on with the app's first code. Returns the recovery codes, which are shown only once. */
@Injectable()
export class ConfirmSecondFactor {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly factors: SecondFactorsRepository,
    private readonly secondFactor: SecondFactor,
    private readonly recovery: RecoveryCodes,
    private readonly limits: AttemptLimits,
    private readonly notice: SecondFactorNotice,
  ) {}

  /** @throws AppError `second_factor_not_started`, `second_factor_on` (409), `second_factor_wrong` (400). */
  async execute(input: { actor: Actor; code: string }): Promise<Secret[]> {
    const { userId, sessionId } = ownSession(input.actor);
    await this.limits.beforeReauthentication(sessionId);
    const { seed, step } = await this.transactor.run((tx) => this.prove(tx, userId, input.code));
    const { codes, kept } = await this.recovery.fresh();
    const shown = await this.transactor.run(async (tx) => {
      // A concurrent sign-in by password is either ended here or sees the second factor.
      await this.users.lockById(tx, userId);
      if (!(await this.factors.confirm(tx, userId, seed, step))) throw new AppError(identityErrors.second_factor_on);
      await this.factors.replaceRecoveryCodes(tx, userId, kept);
      await this.notice.on(tx, input.actor, sessionId);
      return codes;
    });
    await this.limits.afterReauthentication(sessionId);
    return shown;
  }

  /** Checked once, because a repeated request arrives when the code has expired and the second factor is on. */
  private async prove(tx: Tx, userId: string, code: string): Promise<{ seed: string; step: number }> {
    const row = await this.factors.totpOf(userId, tx);
    if (!row) throw new AppError(identityErrors.second_factor_not_started);
    if (row.confirmed) throw new AppError(identityErrors.second_factor_on);
    const step = this.secondFactor.stepOf(userId, row.seed, code.replaceAll(/\s/g, ''));
    if (step === null) throw new AppError(identityErrors.second_factor_wrong);
    return { seed: row.seed, step };
  }
}
