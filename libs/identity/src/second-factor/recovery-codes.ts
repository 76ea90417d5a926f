import { Injectable } from '@nestjs/common';
import { Random, Secret } from '@portal/kernel';
import { formatRecoveryCode, RECOVERY_CODES, recoveryCodeOf, type RecoveryCode } from './domain/recovery-code.js';
import { Passwords } from '../credentials/passwords.js';

interface NewRecoveryCodes {
  /** Plain text, shown once. */
  readonly codes: Secret[];
  /** Hashes, as stored. */
  readonly kept: { selector: string; hash: string }[];
}

/** Creates a new set. Hashing is slow, so this is called before the transaction. */
@Injectable()
export class RecoveryCodes {
  constructor(
    private readonly random: Random,
    private readonly passwords: Passwords,
  ) {}

  async fresh(): Promise<NewRecoveryCodes> {
    const made = new Map<string, RecoveryCode>();
    while (made.size < RECOVERY_CODES) {
      const code = recoveryCodeOf(this.random.bytes(16));
      made.set(code.selector, code);
    }
    const kept = await Promise.all(
      [...made.values()].map(async ({ selector, secret }) => ({ selector, hash: await this.passwords.hash(secret) })),
    );
    return { codes: [...made.values()].map((code) => new Secret(formatRecoveryCode(code))), kept };
  }
}
