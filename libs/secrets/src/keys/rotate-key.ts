import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { rotate, type RotationMode } from './domain/rotation.js';
import { secretsErrors } from '../errors.js';
import { SigningKeyRotated } from '../events.js';
import type { IssuedKey, KeyOwner } from './key-view.js';
import { MakeKey } from './make-key.js';
import { RingsRepository } from './rings.repository.js';
import { SigningKeysRepository } from './signing-keys.repository.js';
import { factsOf, subjectOf, tenantOf } from './ring-facts.js';

export type RotateInput = KeyOwner & {
  actor: Actor;
  mode: RotationMode;
  /** Start a second overlap during an overlap; the oldest key ends now. */
  force?: boolean;
  /** Reason for the audit log. */
  reason: string;
};

/** Replaces the key of an owner. */
@Injectable()
export class RotateKey {
  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly rings: RingsRepository,
    private readonly makeKey: MakeKey,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError `signing_key_missing`, `rotation_in_progress` (409) */
  async execute(tx: Tx, { actor, mode, force = false, reason, ...owner }: RotateInput): Promise<IssuedKey> {
    const ring = await this.rings.of(tx, owner);
    const { keys: existing, now } = await this.keys.lockRing(tx, ring);
    const rotation = rotate(existing, { now, mode, force });
    if (!rotation.ok) {
      throw new AppError(
        rotation.refusal === 'no_valid_key' ? secretsErrors.signing_key_missing : secretsErrors.rotation_in_progress,
      );
    }
    const { next, endings, previousEndsAt } = rotation.plan;
    // Old keys are ended first, so that three keys are never valid at once.
    for (const ending of endings) await this.keys.end(tx, ring, ending);
    const made = await this.makeKey.execute(tx, ring, next.version, next.notBefore);
    await this.audit.record(tx, {
      actor,
      action: mode === 'leaked' ? 'signing_key.revoked_as_leaked' : 'signing_key.rotated',
      ...subjectOf(ring),
      before: { ended: endings.map((ending) => ending.version) },
      after: {
        version: made.version,
        fingerprint: made.fingerprint,
        forced: force,
        previous_ends_at: previousEndsAt?.toISOString() ?? null,
        ...tenantOf(ring),
      },
      reason,
    });
    await this.outbox.emit(tx, SigningKeyRotated, {
      ...factsOf(ring),
      key_id: made.keyId,
      version: made.version,
      mode,
      previous_ends_at: previousEndsAt?.toISOString() ?? null,
    });
    return { ...made, previousEndsAt };
  }
}
