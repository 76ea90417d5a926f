import { Injectable } from '@nestjs/common';
import { Random, Secret } from '@portal/kernel';
import { SealedBox, type SealContext } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import {
  formatRecoveryCode,
  parseRecoveryCode,
  RECOVERY_CODES,
  recoveryCodeOf,
  type RecoveryCode,
} from './domain/recovery-code.js';
import { Passwords } from '../credentials/passwords.js';
import { FactorRemovalsService } from '../factor-removals/factor-removals.service.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { Totp } from './totp.js';

/** A code that was correct when checked. It counts once `use` has accepted it. */
export type SecondFactorProof = { readonly step: number } | { readonly recovery: string };

/** The codes of a person: from the app, or recovery codes. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly totp: Totp,
    private readonly passwords: Passwords,
    private readonly box: SealedBox,
    private readonly removals: FactorRemovalsService,
    private readonly random: Random,
  ) {}

  newSeed(userId: string): { seed: Secret; sealed: string } {
    const seed = this.totp.newSeed();
    return { seed, sealed: this.box.seal(seed, seedContext(userId)) };
  }

  /** The URI in the QR code. */
  uri(seed: Secret, account: string): string {
    return this.totp.uri(seed, account);
  }

  /** A new set of recovery codes. Hashing is slow, so this is called before the transaction. */
  async newRecoveryCodes(): Promise<{ codes: Secret[]; hashes: { selector: string; hash: string }[] }> {
    const made = new Map<string, RecoveryCode>();
    while (made.size < RECOVERY_CODES) {
      const code = recoveryCodeOf(this.random.bytes(16));
      made.set(code.selector, code);
    }
    const hashes = await Promise.all(
      [...made.values()].map(async ({ selector, secret }) => ({ selector, hash: await this.passwords.hash(secret) })),
    );
    return { codes: [...made.values()].map((code) => new Secret(formatRecoveryCode(code))), hashes };
  }

  /** The 30-second step of a code; null when it is not a current code of the encrypted seed. */
  stepOf(userId: string, sealed: string, code: string): number | null {
    return this.totp.stepOf(this.box.open(sealed, seedContext(userId)), code);
  }

  /** Null when the code is wrong or the second factor is off. Called by `CheckCode` only, which counts wrong ones. */
  async prove(userId: string, code: string, tx: Tx): Promise<SecondFactorProof | null> {
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
   * Uses a code, so that it cannot be used again; false when it was used before. A person with a valid code has not
   * lost the factor, so a removal that waits is stopped.
   */
  async use(tx: Tx, userId: string, proof: SecondFactorProof): Promise<boolean> {
    // Locked before the factor, in the order of the approval, so that one of the two waits for the other.
    const removal = await this.removals.waits(tx, userId);
    const taken =
      'step' in proof
        ? await this.factors.takeStep(tx, userId, proof.step)
        : await this.factors.takeRecoveryCode(tx, userId, proof.recovery);
    if (taken && removal) await this.removals.stop(tx, userId, 'code');
    return taken;
  }
}

/** The row to which an encrypted seed is bound. */
export function seedContext(userId: string): SealContext {
  return { table: 'identity.totp_factors', rowId: userId, purpose: 'seed' };
}
