import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { endPrevious } from './domain/rotation.js';
import { secretsErrors } from '../errors.js';
import { SigningKeyEnded } from '../events.js';
import type { KeyOwner } from './key-view.js';
import { RingsRepository } from './rings.repository.js';
import { SigningKeysRepository } from './signing-keys.repository.js';
import { factsOf, subjectOf, tenantOf } from './ring-facts.js';

export type EndInput = KeyOwner & {
  actor: Actor;
  /** The key to end, so that a stale page cannot end another one. */
  keyId: string;
  /** Reason for the audit log. */
  reason: string;
};

/** Ends the older of two valid keys before its time. */
@Injectable()
export class EndKey {
  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly rings: RingsRepository,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws AppError `signing_key_not_found` (404) for an unknown key or that of another owner,
   *   `signing_key_not_ending` (409) unless `keyId` is the older of two valid keys.
   */
  async execute(tx: Tx, { actor, keyId, reason, ...owner }: EndInput): Promise<void> {
    const ring = await this.rings.of(tx, owner);
    const { keys, now } = await this.keys.lockRing(tx, ring);
    const end = endPrevious(keys, now);
    const key = keys.find((k) => k.id === keyId);
    if (!key) throw new AppError(secretsErrors.signing_key_not_found);
    if (!end.ok || key.version !== end.version) throw new AppError(secretsErrors.signing_key_not_ending);
    const { version } = key;
    await this.keys.end(tx, ring, { version, notAfter: now, revokedAt: key.revokedAt });
    await this.audit.record(tx, {
      actor,
      action: 'signing_key.ended',
      ...subjectOf(ring),
      before: { version, ends_at: key.notAfter?.toISOString() ?? null },
      after: { version, ended_at: now.toISOString(), ...tenantOf(ring) },
      reason,
    });
    await this.outbox.emit(tx, SigningKeyEnded, { ...factsOf(ring), version, ended_at: now.toISOString() });
  }
}
