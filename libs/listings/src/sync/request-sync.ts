import { Injectable } from '@nestjs/common';
import { assertMay } from '@portal/approvals';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { DRIVE_CAPABILITIES } from '../listing/domain/drive-capabilities.js';
import { ManifestSyncRequested } from '../events.js';
import { AuthorizedDrives } from '../listing/authorized-drives.js';
import { ListingsRepository } from '../listing/listings.repository.js';

/** "Publish now": the manifest is read again at once instead of at the next poll. */
@Injectable()
export class RequestSync {
  constructor(
    private readonly authorized: AuthorizedDrives,
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
  ) {}

  /** @throws AppError `drive_not_found` (404), `listing_not_live` (409), also when it has ended */
  async execute({ actor, driveId }: { actor: Actor; driveId: string }): Promise<void> {
    const drive = await this.authorized.of(actor, driveId);
    await this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, drive.driveId);
      await assertMay(tx, DRIVE_CAPABILITIES, { id: drive.driveId, state: listing?.state ?? 'unlisted' }, 'sync');
      // Pressed twice it is one sync, as long as that has not begun.
      if (!(await this.listings.requestSync(tx, drive.driveId))) return;
      await tx.emit(ManifestSyncRequested, { drive_id: drive.driveId });
    });
  }
}
