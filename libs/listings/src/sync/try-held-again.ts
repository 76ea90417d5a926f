import { Injectable } from '@nestjs/common';
import { Drives } from '@portal/authors';
import { Outbox, Transactor } from '@portal/platform';
import { FOLLOWED_STATES } from '../listing/domain/listing-state.js';
import { PASSING_HOLDS } from './domain/sync-decision.js';
import { ManifestSyncRequested } from '../events.js';
import { PassingHolds } from '../review/passing-holds.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { SyncNotesRepository } from './sync-notes.repository.js';

/**
 * Has a Drive read again once what held its changed manifest is over: the suspension, the author's own submission, the
 * price that was missing. Asked at every poll as well, because some of it ends by the clock. Harmless when repeated.
 */
@Injectable()
export class TryHeldAgain {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly notes: SyncNotesRepository,
    private readonly holds: PassingHolds,
    private readonly drives: Drives,
    private readonly outbox: Outbox,
  ) {}

  async execute(driveId: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, driveId);
      if (!listing?.liveRevisionId || !FOLLOWED_STATES.includes(listing.state)) return;
      for (const held of await this.notes.openAbout(tx, driveId, PASSING_HOLDS)) {
        if (await this.holds.stands(tx, listing, held)) continue;
        if (await this.listings.requestSync(tx, driveId))
          await this.outbox.emit(tx, ManifestSyncRequested, { drive_id: driveId });
        return;
      }
    });
  }

  async ofAuthor(orgId: string): Promise<void> {
    for (const { driveId } of await this.drives.ofOrg(orgId)) await this.execute(driveId);
  }
}
