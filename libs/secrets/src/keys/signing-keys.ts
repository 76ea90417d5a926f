import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { secretsErrors } from '../errors.js';
import { SigningKeyEnded, SigningKeyRotated } from '../events.js';
import { endPrevious, nextVersion, rotate, validKeys, type RotationMode } from './domain/rotation.js';
import { KeyQueries, type Adoption, type KeyChange } from './key-queries.js';
import type { IssuedKey, KeyOwner, KeyView } from './key-view.js';
import { MakeKey } from './make-key.js';
import { factsOf, subjectOf, tenantOf } from './ring-facts.js';
import { RingsRepository } from './rings.repository.js';
import { SigningKeysRepository } from './signing-keys.repository.js';

export type RotateInput = KeyOwner & {
  actor: Actor;
  mode: RotationMode;
  /** Start a second overlap during an overlap; the oldest key ends now. */
  force?: boolean;
  /** Reason for the audit log. */
  reason: string;
};

type EndInput = KeyOwner & {
  actor: Actor;
  /** The key to end, so that a stale page cannot end another one. */
  keyId: string;
  /** Reason for the audit log. */
  reason: string;
};

/** The keys of Drives, of tenants at Drives and of the fleet, for other features. The caller checks permissions. */
@Injectable()
export class SigningKeys {
  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly rings: RingsRepository,
    private readonly makeKey: MakeKey,
    private readonly queries: KeyQueries,
  ) {}

  /** Issues the first key of an owner. @throws AppError `signing_key_exists` (409) while one is valid. */
  async issue(tx: Tx, { actor, ...owner }: KeyOwner & { actor: Actor }): Promise<IssuedKey> {
    const ring = await this.rings.of(tx, owner);
    const { keys: existing, now } = await this.keys.lockRing(tx, ring);
    if (validKeys(existing, now).length > 0) throw secretsErrors.signing_key_exists();
    const made = await this.makeKey.execute(tx, ring, nextVersion(existing), now);
    await tx.audit(actor, 'signing_key.issued', subjectOf(ring), {
      after: { version: made.version, fingerprint: made.fingerprint, ...tenantOf(ring) },
    });
    return { ...made, previousEndsAt: null };
  }

  /** Replaces the key of an owner. @throws AppError `signing_key_missing`, `rotation_in_progress` (409) */
  async rotate(tx: Tx, { actor, mode, force = false, reason, ...owner }: RotateInput): Promise<IssuedKey> {
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
    const action = mode === 'leaked' ? 'signing_key.revoked_as_leaked' : 'signing_key.rotated';
    await tx.audit(actor, action, subjectOf(ring), {
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
    await tx.emit(SigningKeyRotated, {
      ...factsOf(ring),
      key_id: made.keyId,
      version: made.version,
      mode,
      previous_ends_at: previousEndsAt?.toISOString() ?? null,
    });
    return { ...made, previousEndsAt };
  }

  /**
   * Ends the older of two valid keys before its time.
   * @throws AppError `signing_key_not_found` (404) for an unknown key or that of another owner,
   *   `signing_key_not_ending` (409) unless `keyId` is the older of two valid keys.
   */
  async end(tx: Tx, { actor, keyId, reason, ...owner }: EndInput): Promise<void> {
    const ring = await this.rings.of(tx, owner);
    const { keys, now } = await this.keys.lockRing(tx, ring);
    const end = endPrevious(keys, now);
    const key = keys.find((k) => k.id === keyId);
    if (!key) throw secretsErrors.signing_key_not_found();
    if (!end.ok || key.version !== end.version) throw secretsErrors.signing_key_not_ending();
    const { version } = key;
    await this.keys.end(tx, ring, { version, notAfter: now, revokedAt: key.revokedAt });
    await tx.audit(actor, 'signing_key.ended', subjectOf(ring), {
      before: { version, ends_at: key.notAfter?.toISOString() ?? null },
      after: { version, ended_at: now.toISOString(), ...tenantOf(ring) },
      reason,
    });
    await tx.emit(SigningKeyEnded, { ...factsOf(ring), version, ended_at: now.toISOString() });
  }

  /**
   * Ends all keys of a Drive that is no longer called; the fleet's are not affected. Returns how many; 0 when it was done
   * before.
   */
  async close(tx: Tx, { driveId, actor, reason }: { driveId: string; actor: Actor; reason: string }): Promise<number> {
    const ring = await this.rings.of(tx, { driveId });
    if (ring.scope === 'fleet') return 0;
    const { keys, now } = await this.keys.lockRing(tx, ring);
    const valid = validKeys(keys, now);
    for (const { version, notAfter } of valid) {
      await this.keys.end(tx, ring, { version, notAfter, revokedAt: now });
      await tx.emit(SigningKeyEnded, { ...factsOf(ring), version, ended_at: now.toISOString() });
    }
    if (valid.length > 0)
      await tx.audit(actor, 'signing_key.closed', subjectOf(ring), {
        after: { ended: valid.map(({ version }) => version), ended_at: now.toISOString(), ...tenantOf(ring) },
        reason,
      });
    return valid.length;
  }

  /** Keys of a Drive, or of another owner; newest first, without secrets. */
  list(owner: string | KeyOwner): Promise<KeyView[]> {
    return this.queries.list(typeof owner === 'string' ? { driveId: owner } : owner);
  }

  /** How many of these Drives ever had a key of their own. */
  drivesWithKeys(driveIds: readonly string[]): Promise<number> {
    return this.queries.drivesWithKeys(driveIds);
  }

  /** Which key the running installs of a Drive accept, according to live traffic. */
  adoption(driveId: string): Promise<Adoption> {
    return this.queries.adoption(driveId);
  }

  /** Changes of the keys of a Drive, newest first. */
  history(driveId: string, limit: number): Promise<KeyChange[]> {
    return this.queries.history(driveId, limit);
  }
}
