import { Injectable } from '@nestjs/common';
import type { Secret } from '@portal/kernel';
import { SealedBox, type SealContext } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import { parseRecoveryCode } from './domain/recovery-code.js';
import { Passwords } from '../credentials/passwords.js';
import { EndFactorRemoval } from '../factor-removals/end-factor-removal.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { Totp } from './totp.js';

/** A code that was right when it was looked at; it counts once `use` has taken it. */
type SecondFactorProof = { readonly step: number } | { readonly recovery: string };

/** Judges codes of somebody whose second step is on: from the app, or one of the recovery codes. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly totp: Totp,
    private readonly passwords: Passwords,
    private readonly box: SealedBox,
    private readonly removals: EndFactorRemoval,
  ) {}

  seal(userId: string, seed: Secret): string {
    return this.box.seal(seed, seedContext(userId));
  }

  open(userId: string, sealed: string): Secret {
    return this.box.open(sealed, seedContext(userId));
  }

  /** The 30-second step that a code of the sealed seed belongs to; null when it is not a code of now. */
  stepOf(userId: string, sealed: string, code: string): number | null {
    return this.totp.stepOf(this.open(userId, sealed), code);
  }

  /** Null when the code is wrong, or the second step is off. */
  async prove(userId: string, code: string, tx?: Tx): Promise<SecondFactorProof | null> {
    const digits = code.replaceAll(/\s/g, '');
    if (/^\d{6}$/.test(digits)) {
      const row = await this.factors.totpOf(userId, tx);
      const step = row?.confirmed ? this.stepOf(userId, row.seed, digits) : null;
      return step === null ? null : { step };
    }
    const recovery = parseRecoveryCode(code);
    if (!recovery) return null;
    const hash = await this.factors.recoveryHash(userId, recovery.selector, tx);
    return (await this.passwords.matches(hash, recovery.secret)) ? { recovery: recovery.selector } : null;
  }

  /**
   * Takes the code, so that nobody can use it again; false when somebody did already. Whoever has a code has lost nothing:
   * what admins are about to take off stays.
   */
  async use(tx: Tx, userId: string, proof: SecondFactorProof): Promise<boolean> {
    // Before the factor, as the job that takes it off does: one of the two waits and then finds what the other did.
    const removal = await this.removals.lockOpenOf(tx, userId);
    const taken =
      'step' in proof
        ? await this.factors.takeStep(tx, userId, proof.step)
        : await this.factors.takeRecoveryCode(tx, userId, proof.recovery);
    if (taken && removal) await this.removals.cancelByPerson(tx, removal, 'factor_used');
    return taken;
  }
}

/** What a sealed seed is bound to. */
export function seedContext(userId: string): SealContext {
  return { table: 'identity.totp_factors', rowId: userId, purpose: 'seed' };
}
