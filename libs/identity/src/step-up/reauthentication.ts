import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, required } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { sha256Hex } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import { DEMO_PASSWORD } from '../sign-in/domain/demo-persons.js';
import { stepUpMethod, type StepUpMethod } from '../sessions/domain/step-up.js';
import { identityErrors } from '../errors.js';
import type { Place } from '../credentials/known-places.js';
import { Passwords } from '../credentials/passwords.js';
import { UsersRepository } from '../people/users.repository.js';
import { CheckCode } from '../second-factor/check-code.js';

/** What a person enters to confirm their identity. */
export interface Shown {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
}

/** Uses the code, in the transaction that relies on it; false when it was used meanwhile. */
type Accept = (tx: Tx) => Promise<boolean>;

const TAKEN: Accept = () => Promise.resolve(true);

/** Confirms a person's identity: by a code if the second factor is on, otherwise by the password. */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly config: Config,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly check: CheckCode,
  ) {}

  async methodOf(userId: string): Promise<StepUpMethod> {
    return (await this.facts(userId)).method;
  }

  /**
   * Null when it is wrong.
   * @throws AppError `step_up_by_sign_in` (409) for a person with neither password nor code, `codes_used_up` (403).
   */
  async judge(userId: string, shown: Shown, place: Place): Promise<Accept | null> {
    const { method, passwordHash } = await this.facts(userId);
    switch (method) {
      case 'code': {
        const proof = await this.check.execute(userId, shown.code ?? '', place);
        return proof && ((tx) => this.check.use(tx, userId, proof));
      }
      case 'password':
        return (await this.passwords.matches(passwordHash, shown.password ?? '')) ? TAKEN : null;
      case 'demo_password':
        return equal(shown.password ?? '', DEMO_PASSWORD) ? TAKEN : null;
      case 'sign_in':
        throw new AppError(identityErrors.step_up_by_sign_in);
    }
  }

  private async facts(userId: string): Promise<{ method: StepUpMethod; passwordHash: string | null }> {
    const known = required(await this.users.credentialsById(userId), identityErrors.user_not_found);
    const method = stepUpMethod({
      secondFactor: known.secondFactor,
      password: known.passwordHash !== null,
      demoPerson: known.demo && this.config.demo && this.config.isSandbox,
    });
    return { method, passwordHash: known.passwordHash };
  }
}

function equal(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(sha256Hex(a)), Buffer.from(sha256Hex(b)));
}
