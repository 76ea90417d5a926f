import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { nextVersion, validKeys } from './domain/rotation.js';
import { secretsErrors } from '../errors.js';
import { SigningKeyIssued } from '../events.js';
import type { IssuedKey, KeyOwner } from './key-view.js';
import { MakeKey } from './make-key.js';
import { RingsRepository } from './rings.repository.js';
import { SigningKeysRepository } from './signing-keys.repository.js';
import { factsOf, subjectOf, tenantOf } from './ring-facts.js';

/** Issues the first key of an owner. */
@Injectable()
export class IssueKey {
  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly rings: RingsRepository,
    private readonly makeKey: MakeKey,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError `signing_key_exists` (409) while one is valid. */
  async execute(tx: Tx, { actor, ...owner }: KeyOwner & { actor: Actor }): Promise<IssuedKey> {
    const ring = await this.rings.of(tx, owner);
    const { keys: existing, now } = await this.keys.lockRing(tx, ring);
    if (validKeys(existing, now).length > 0) throw new AppError(secretsErrors.signing_key_exists);
    const made = await this.makeKey.execute(tx, ring, nextVersion(existing), now);
    await this.audit.record(tx, {
      actor,
      action: 'signing_key.issued',
      ...subjectOf(ring),
      after: { version: made.version, fingerprint: made.fingerprint, ...tenantOf(ring) },
    });
    await this.outbox.emit(tx, SigningKeyIssued, { ...factsOf(ring), key_id: made.keyId, version: made.version });
    return { ...made, previousEndsAt: null };
  }
}
