import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { validKeys } from './domain/rotation.js';
import { SigningKeyEnded } from '../events.js';
import { RingsRepository } from './rings.repository.js';
import { SigningKeysRepository } from './signing-keys.repository.js';
import { factsOf, subjectOf, tenantOf } from './ring-facts.js';

/** Ends all keys of a Drive that is no longer called. The fleet's keys are not affected. */
@Injectable()
export class CloseKeys {
  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly rings: RingsRepository,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
  ) {}

  /** Returns how many keys were ended; 0 when it was done before. */
  async execute(
    tx: Tx,
    { driveId, actor, reason }: { driveId: string; actor: Actor; reason: string },
  ): Promise<number> {
    const ring = await this.rings.of(tx, { driveId });
    if (ring.scope === 'fleet') return 0;
    const { keys, now } = await this.keys.lockRing(tx, ring);
    const valid = validKeys(keys, now);
    for (const { version, notAfter } of valid) {
      await this.keys.end(tx, ring, { version, notAfter, revokedAt: now });
      await this.outbox.emit(tx, SigningKeyEnded, { ...factsOf(ring), version, ended_at: now.toISOString() });
    }
    if (valid.length > 0)
      await this.audit.record(tx, {
        actor,
        action: 'signing_key.closed',
        ...subjectOf(ring),
        after: { ended: valid.map(({ version }) => version), ended_at: now.toISOString(), ...tenantOf(ring) },
        reason,
      });
    return valid.length;
  }
}
