import { Injectable } from '@nestjs/common';
import type { Secret } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { validKeys } from './domain/rotation.js';
import { KeyCache } from './key-cache.js';
import { RingsRepository } from './rings.repository.js';
import { SigningKeys } from './signing-keys.js';
import { SigningKeysRepository } from './signing-keys.repository.js';

interface Tenant {
  driveId: string;
  tenantId: string;
}

/**
 * The key of one tenant at one Drive, for Drives with the scope `tenant`. It is created at install, transmitted once in
 * `signing_key` of the install request, which the Drive's own key signs, and ends with the tenant's last install there.
 */
@Injectable()
export class TenantKeys {
  constructor(
    private readonly rings: RingsRepository,
    private readonly keys: SigningKeysRepository,
    private readonly cache: KeyCache,
    private readonly signingKeys: SigningKeys,
  ) {}

  /**
   * The secret for an install request: that of the newest valid key, so that a repeated request carries the same, or of
   * a new key. Undefined when the Drive does not use tenant keys.
   */
  async prepare(tx: Tx, { driveId, tenantId, actor }: Tenant & { actor: Actor }): Promise<Secret | undefined> {
    if ((await this.rings.scopeOf(driveId, tx)) !== 'tenant') return undefined;
    const ring = await this.rings.of(tx, { driveId, tenantId });
    const { keys, now } = await this.keys.lockRing(tx, ring);
    const [newest] = validKeys(keys, now);
    return newest ? this.cache.open(newest) : (await this.signingKeys.issue(tx, { driveId, tenantId, actor })).secret;
  }

  /**
   * Called when the Drive has answered the install request: the tenant's key signs from now on. Does nothing without a
   * key.
   */
  async handedOver(tx: Tx, { driveId, tenantId }: Tenant): Promise<void> {
    await this.rings.setHandedOver(tx, driveId, tenantId, true);
  }

  /**
   * Called when an install of the tenant at the Drive has ended: ends the keys unless `stillNeeded` finds another
   * install. It is evaluated after the lock, so that of two installs ending at once the second sees the first. Does
   * nothing without a key.
   */
  async end(
    tx: Tx,
    { driveId, tenantId, actor, stillNeeded }: Tenant & { actor: Actor; stillNeeded: () => Promise<boolean> },
  ): Promise<void> {
    const ring = await this.rings.find({ driveId, tenantId }, tx);
    if (!ring) return;
    const { keys, now } = await this.keys.lockRing(tx, ring);
    if (await stillNeeded()) return;
    await this.rings.setHandedOver(tx, driveId, tenantId, false);
    const ended = validKeys(keys, now);
    for (const { version, notAfter } of ended) await this.keys.end(tx, ring, { version, notAfter, revokedAt: now });
    if (ended.length === 0) return;
    await tx.audit(actor, 'signing_key.ended_with_install', ['drive', driveId], {
      after: { tenant_id: tenantId, ended: ended.map((key) => key.version) },
    });
  }
}
