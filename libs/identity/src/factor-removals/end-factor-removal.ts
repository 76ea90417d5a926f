import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { isOpenRemoval, type RemovalCancelledBy } from './domain/factor-removal.js';
import { FactorRemovalsRepository, type FactorRemovalRow } from './factor-removals.repository.js';
import { RemovalNotice } from './removal-notice.js';

/** Cancels a removal in the caller's transaction, for any reason. */
@Injectable()
export class EndFactorRemoval {
  constructor(
    private readonly removals: FactorRemovalsRepository,
    private readonly notice: RemovalNotice,
  ) {}

  /** The open removal of a person, locked; undefined when there is none. */
  async lockOpenOf(tx: Tx, userId: string): Promise<FactorRemovalRow | undefined> {
    const removal = await this.removals.lockOpenOf(tx, userId);
    return removal && isOpenRemoval(removal, tx.now) ? removal : undefined;
  }

  /** @param removal open, and locked in this transaction. */
  async cancel(
    tx: Tx,
    removal: FactorRemovalRow,
    { actor, ...how }: { actor: Actor; by: RemovalCancelledBy; reason?: string },
  ): Promise<void> {
    await tx.bypassRowSecurity(async () => {
      await this.removals.end(tx, removal.id, 'cancelled', how.by);
      await this.notice.cancelled(tx, actor, removal, how);
    });
  }

  /** Cancelled by the person whom the removal is about, in any way they proved it. */
  async cancelByPerson(tx: Tx, removal: FactorRemovalRow, by: 'person' | 'link' | 'factor_used'): Promise<void> {
    const actor: Actor = { ...SYSTEM_ACTOR, kind: 'user', userId: removal.userId, name: removal.name };
    await this.cancel(tx, removal, { actor, by });
  }
}
