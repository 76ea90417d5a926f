import { Injectable } from '@nestjs/common';
import { whyNot } from '@portal/approvals';
import { Drives } from '@portal/authors';
import { Transactor } from '@portal/platform/database';
import { DRIVE_CAPABILITIES } from '../../listing/domain/drive-capabilities.js';
import { DEFER_REASONS } from '../domain/sync-decision.js';
import { ManifestSyncRequested } from '../../events.js';
import { SyncDeferrals } from './sync-deferrals.js';
import { ListingsRepository } from '../../listing/listings.repository.js';
import { SyncNotesRepository } from '../sync-notes.repository.js';

/**
 * Reads a Drive again once the reason to defer its changed manifest is gone: the suspension, the author's own
 * submission, the price that was missing. Asked at every poll as well, because some of it ends by the clock. Harmless
 * when repeated.
 */
@Injectable()
export class RetryDeferredSync {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly notes: SyncNotesRepository,
    private readonly deferrals: SyncDeferrals,
    private readonly drives: Drives,
  ) {}

  async execute(driveId: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, driveId);
      if (!listing || (await whyNot(tx, DRIVE_CAPABILITIES, { id: driveId, state: listing.state }, 'sync'))) return;
      for (const note of await this.notes.openAbout(tx, driveId, DEFER_REASONS)) {
        if (await this.deferrals.stillApplies(tx, listing, note)) continue;
        if (await this.listings.requestSync(tx, driveId)) await tx.emit(ManifestSyncRequested, { drive_id: driveId });
        return;
      }
    });
  }

  async ofAuthor(orgId: string): Promise<void> {
    for (const { driveId } of await this.drives.ofOrg(orgId)) await this.execute(driveId);
  }
}
