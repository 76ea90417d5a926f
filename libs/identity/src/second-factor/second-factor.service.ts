import { Injectable } from '@nestjs/common';
import { AppError, required, type Secret } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import type { Place } from '../credentials/known-places.js';
import { identityErrors } from '../errors.js';
import type { SecondFactorView } from '../recovery/account.view.js';
import { ownSession } from '../sessions/own-session.js';
import { CheckCode } from './check-code.js';
import { SecondFactorNotice } from './second-factor-notice.js';
import { SecondFactor } from './second-factor.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** A code that a person enters in a session, and where. */
interface ShownCode {
  readonly actor: Actor;
  readonly code: string;
  readonly place: Place;
}

/** A person's own second factor. Every method @throws AppError `session_required` (403). */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly transactor: Transactor,
    private readonly factors: SecondFactorsRepository,
    private readonly secondFactor: SecondFactor,
    private readonly check: CheckCode,
    private readonly limits: AttemptLimits,
    private readonly notice: SecondFactorNotice,
  ) {}

  /** Whether it is on, how many recovery codes are left, and an open removal. */
  async state(actor: Actor): Promise<SecondFactorView> {
    const { userId } = ownSession(actor);
    return { ...(await this.factors.state(userId)), required: (actor.withheldRoles ?? []).length > 0 };
  }

  /**
   * Creates a new seed for the actor's app. Nothing changes until its first code is confirmed.
   * @throws AppError `second_factor_on` (409).
   */
  async start(actor: Actor): Promise<{ seed: Secret; uri: string }> {
    const { userId } = ownSession(actor);
    const seed = await this.transactor.run(async (tx) => {
      const { seed, sealed } = this.secondFactor.newSeed(userId);
      if (!(await this.factors.propose(tx, userId, sealed))) throw new AppError(identityErrors.second_factor_on);
      return seed;
    });
    return { seed, uri: this.secondFactor.uri(seed, actor.email ?? actor.name) };
  }

  /**
   * Turns the second factor on with the app's first code. Returns the recovery codes, which are shown only once.
   * @throws AppError `second_factor_not_started`, `second_factor_on` (409), `second_factor_wrong` (400).
   */
  async confirm({ actor, code }: { actor: Actor; code: string }): Promise<Secret[]> {
    const { userId, sessionId } = ownSession(actor);
    await this.limits.beforeReauthentication(sessionId);
    // Checked once, because a repeated request arrives when the code has expired and the second factor is on.
    const { seed, step } = await this.transactor.run((tx) => this.proveFirst(tx, userId, code));
    const { codes, hashes } = await this.secondFactor.newRecoveryCodes();
    const shown = await this.transactor.run(async (tx) => {
      if (!(await this.factors.confirm(tx, userId, seed, step))) throw new AppError(identityErrors.second_factor_on);
      await this.factors.replaceRecoveryCodes(tx, userId, hashes);
      await this.notice.on(tx, actor, sessionId);
      return codes;
    });
    await this.limits.afterReauthentication(sessionId);
    return shown;
  }

  /** Turns the second factor off. @throws AppError `second_factor_wrong` (400), `codes_used_up` (403). */
  async remove(input: ShownCode): Promise<void> {
    await this.withCode(input, async (tx, userId) => {
      await this.factors.remove(tx, userId);
      await this.notice.off(tx, input.actor);
    });
  }

  /** The previous codes stop working. @throws AppError `second_factor_wrong` (400), `codes_used_up` (403). */
  async replaceRecoveryCodes(input: ShownCode): Promise<Secret[]> {
    const { codes, hashes } = await this.secondFactor.newRecoveryCodes();
    return this.withCode(input, async (tx, userId) => {
      await this.factors.replaceRecoveryCodes(tx, userId, hashes);
      await this.notice.newCodes(tx, input.actor);
      return codes;
    });
  }

  private async proveFirst(tx: Tx, userId: string, code: string): Promise<{ seed: string; step: number }> {
    const row = required(await this.factors.totpOf(userId, tx), identityErrors.second_factor_not_started);
    if (row.confirmed) throw new AppError(identityErrors.second_factor_on);
    const step = this.secondFactor.stepOf(userId, row.seed, code.replaceAll(/\s/g, ''));
    if (step === null) throw new AppError(identityErrors.second_factor_wrong);
    return { seed: row.seed, step };
  }

  /** Secrets leave the transaction as its result, so that they are never shown again when the request is repeated. */
  private async withCode<T>({ actor, code, place }: ShownCode, work: (tx: Tx, userId: string) => Promise<T>) {
    const { userId, sessionId } = ownSession(actor);
    await this.limits.beforeReauthentication(sessionId);
    const proof = required(await this.check.execute(userId, code, place), identityErrors.second_factor_wrong);
    const done = await this.transactor.run(async (tx) => {
      if (!(await this.check.use(tx, userId, proof))) throw new AppError(identityErrors.second_factor_wrong);
      return work(tx, userId);
    });
    await this.limits.afterReauthentication(sessionId);
    return done;
  }
}
