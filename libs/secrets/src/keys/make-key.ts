import { Injectable } from '@nestjs/common';
import { Ids, Random, type Secret } from '@portal/kernel';
import { fingerprint, newToken, SealedBox, type SealContext } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import type { IssuedKey } from './key-view.js';
import type { Ring } from './rings.repository.js';
import { SigningKeysRepository } from './signing-keys.repository.js';

/** The row to which an encrypted key is bound; it cannot be decrypted for another row. */
export const sealContext = (keyId: string): SealContext => ({
  table: 'secrets.signing_keys',
  rowId: keyId,
  purpose: 'request-signing',
});

/** Creates a secret of 256 random bits and stores it encrypted, valid from `notBefore`. */
@Injectable()
export class MakeKey {
  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly box: SealedBox,
    private readonly ids: Ids,
    private readonly random: Random,
  ) {}

  async execute(tx: Tx, ring: Ring, version: number, notBefore: Date): Promise<Omit<IssuedKey, 'previousEndsAt'>> {
    const keyId = this.ids.next();
    const secret: Secret = newToken('dpk', this.random);
    const print = fingerprint(secret);
    await this.keys.add(tx, {
      id: keyId,
      scope: ring.scope,
      ownerId: ring.ownerId,
      version,
      sealed: this.box.seal(secret, sealContext(keyId)),
      fingerprint: print,
      notBefore,
    });
    return { keyId, version, fingerprint: print, secret, notBefore };
  }
}
