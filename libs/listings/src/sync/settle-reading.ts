import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { CHECKS_LAST_MS } from '../listing/domain/listing-state.js';
import type { ListingEntity } from '../listing/listing.entity.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { SKIP_REASONS } from './domain/sync-decision.js';
import { SyncNotesRepository, TROUBLES } from './sync-notes.repository.js';

/** Records a reading without a change: the same manifest, or again none. */
@Injectable()
export class SettleReading {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly notes: SyncNotesRepository,
    private readonly clock: Clock,
  ) {}

  /** False also for a Drive that failed before, which may be in order now with the same manifest. */
  passedLately({ checkedAt, conformanceOk }: Pick<ListingEntity, 'checkedAt' | 'conformanceOk'>): boolean {
    return conformanceOk !== false && (checkedAt?.getTime() ?? 0) > this.clock.wallNow().getTime() - CHECKS_LAST_MS;
  }

  /** The Drive serves a known manifest: the live one, or one that is deferred or in review. */
  async unchanged(driveId: string, reading: number, digest: string, live: boolean): Promise<void> {
    await this.transactor.run(async (tx) => {
      if (await this.listings.synced(tx, driveId, reading, digest))
        await this.notes.resolve(tx, driveId, live ? [...TROUBLES, ...SKIP_REASONS] : TROUBLES);
    });
  }

  /** Again not reachable, or moved away; false when the author has not been notified. */
  async stillUnreachable(driveId: string, reading: number, movedTo?: string): Promise<boolean> {
    return this.transactor.run(async (tx) => {
      if (!(await this.notes.isOpen(tx, driveId, movedTo ? 'origin_changed' : 'unreachable'))) return false;
      await this.listings.syncFailed(tx, driveId, reading);
      return true;
    });
  }
}
