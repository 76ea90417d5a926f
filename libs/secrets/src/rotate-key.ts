import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Audit, Outbox, type Actor, type Tx } from '@portal/platform';
import { rotate, type RotationMode } from './domain/rotation.js';
import { secretsErrors } from './errors.js';
import { SigningKeyRotated } from './events.js';
import { IssueKey } from './issue-key.js';
import type { IssuedKey } from './key-view.js';
import { SigningKeysRepository } from './persistence/signing-keys.repository.js';

export interface RotateInput {
  driveId: string;
  actor: Actor;
  mode: RotationMode;
  /** Start a second overlap although one runs: the oldest key ends now. */
  force?: boolean;
  /** Why, for the audit log. */
  reason: string;
}

/** Replaces the key of a Drive. */
@Injectable()
export class RotateKey {
  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly issueKey: IssueKey,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError `signing_key_missing`, `rotation_in_progress` (409) */
  async execute(tx: Tx, { driveId, actor, mode, force = false, reason }: RotateInput): Promise<IssuedKey> {
    const { keys: existing, now } = await this.keys.lockRing(tx, 'drive', driveId);
    const rotation = rotate(existing, { now, mode, force });
    if (!rotation.ok) {
      throw new AppError(
        rotation.refusal === 'no_valid_key' ? secretsErrors.signing_key_missing : secretsErrors.rotation_in_progress,
      );
    }
    const { next, endings, previousEndsAt } = rotation.plan;
    // The old ends come first: the database never sees three valid keys.
    for (const ending of endings) await this.keys.end(tx, { scope: 'drive', ownerId: driveId }, ending);
    const made = await this.issueKey.make(tx, driveId, next.version, next.notBefore);
    await this.audit.record(tx, {
      actor,
      action: mode === 'leaked' ? 'signing_key.revoked_as_leaked' : 'signing_key.rotated',
      subjectType: 'drive',
      subjectId: driveId,
      before: { ended: endings.map((ending) => ending.version) },
      after: {
        version: made.version,
        fingerprint: made.fingerprint,
        forced: force,
        previous_ends_at: previousEndsAt?.toISOString() ?? null,
      },
      reason,
    });
    await this.outbox.emit(tx, SigningKeyRotated, {
      drive_id: driveId,
      key_id: made.keyId,
      version: made.version,
      mode,
      previous_ends_at: previousEndsAt?.toISOString() ?? null,
    });
    return { ...made, previousEndsAt };
  }
}
