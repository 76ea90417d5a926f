import { Injectable } from '@nestjs/common';
import { AppError, Ids, Random, type Secret } from '@portal/kernel';
import { Audit, fingerprint, newToken, Outbox, SealedBox, type Actor, type Tx } from '@portal/platform';
import { nextVersion, validKeys } from './domain/rotation.js';
import { secretsErrors } from './errors.js';
import { SigningKeyIssued } from './events.js';
import type { IssuedKey } from './key-view.js';
import { SigningKeysRepository } from './persistence/signing-keys.repository.js';

/** Where a sealed key belongs; it opens in no other row. */
export const sealContext = (keyId: string) => ({
  table: 'secrets.signing_keys',
  rowId: keyId,
  purpose: 'request-signing',
});

/** Makes the first key of a Drive. */
@Injectable()
export class IssueKey {
  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly box: SealedBox,
    private readonly ids: Ids,
    private readonly random: Random,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError `signing_key_exists` (409) while one is valid. */
  async execute(tx: Tx, { driveId, actor }: { driveId: string; actor: Actor }): Promise<IssuedKey> {
    const { keys: existing, now } = await this.keys.lockRing(tx, 'drive', driveId);
    if (validKeys(existing, now).length > 0) throw new AppError(secretsErrors.signing_key_exists);
    const made = await this.make(tx, driveId, nextVersion(existing), now);
    await this.audit.record(tx, {
      actor,
      action: 'signing_key.issued',
      subjectType: 'drive',
      subjectId: driveId,
      after: { version: made.version, fingerprint: made.fingerprint },
    });
    await this.outbox.emit(tx, SigningKeyIssued, { drive_id: driveId, key_id: made.keyId, version: made.version });
    return { ...made, previousEndsAt: null };
  }

  /** Stores a new secret that is valid from `notBefore` on. */
  async make(tx: Tx, driveId: string, version: number, notBefore: Date): Promise<Omit<IssuedKey, 'previousEndsAt'>> {
    const keyId = this.ids.next();
    const secret: Secret = newToken('dpk', this.random);
    const print = fingerprint(secret);
    await this.keys.add(tx, {
      id: keyId,
      scope: 'drive',
      ownerId: driveId,
      version,
      sealed: this.box.seal(secret, sealContext(keyId)),
      fingerprint: print,
      notBefore,
    });
    return { keyId, version, fingerprint: print, secret, notBefore };
  }
}
