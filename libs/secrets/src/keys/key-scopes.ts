import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { secretsErrors } from '../errors.js';
import type { KeyScope } from './key-view.js';
import { RingsRepository } from './rings.repository.js';
import { DriveSigningEntity } from './signing-key.entity.js';

/** Which keys sign for a Drive: its own (the default), its tenants' (opt-in), or the fleet's (first-party Drives only). */
@Injectable()
export class KeyScopes {
  constructor(private readonly rings: RingsRepository) {}

  /** @throws AppError `fleet_first_party_only`, `signing_key_missing` (409) */
  async assertMayChoose(tx: Tx, driveId: string, scope: 'drive' | 'fleet'): Promise<void> {
    const { firstParty, hasKey } = await this.rings.choice(tx, driveId, scope);
    if (scope === 'fleet' && !firstParty) throw secretsErrors.fleet_first_party_only();
    if (!hasKey) throw secretsErrors.signing_key_missing();
  }

  /** Locks the scope until the transaction ends. */
  locked(tx: Tx, driveId: string): Promise<KeyScope> {
    return this.rings.lockScope(tx, driveId);
  }

  /**
   * Takes effect with the next call. The caller checks permissions; setting the current scope changes nothing. With
   * `tenant`, new installs get a key of their own, and calls for older installs are still signed with the Drive's key.
   * `approvalId`: of two admins, for the fleet's key and away from it.
   */
  async choose(
    tx: Tx,
    input: { driveId: string; scope: KeyScope; actor: Actor; reason?: string; approvalId?: string },
  ): Promise<void> {
    const { driveId, scope, actor, reason, approvalId = null } = input;
    const before = await this.rings.lockScope(tx, driveId);
    if (before === scope) return;
    await tx.manager.update(
      DriveSigningEntity,
      { driveId },
      { scope, changedAt: tx.now, previous: before, approvalId },
    );
    await tx.audit(actor, 'signing_key.scope_changed', ['drive', driveId], {
      before: { scope: before },
      after: { scope },
      reason,
    });
  }
}
