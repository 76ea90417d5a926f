import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { ListingsRepository } from '../listing/listings.repository.js';
import { RevisionsRepository } from '../listing/revisions.repository.js';
import { SubprocessorListsRepository } from './subprocessor-lists.repository.js';

/** The list of subprocessors that a Drive's live manifest names is watched. */
@Injectable()
export class SyncSubprocessorsAddress {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly lists: SubprocessorListsRepository,
  ) {}

  /** Harmless when repeated or late: it uses the revision that is live now. */
  async execute({ drive_id: driveId }: { drive_id: string }): Promise<void> {
    await this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, driveId);
      if (!listing?.liveRevisionId) return;
      const { manifest } = await this.revisions.byId(tx, listing.liveRevisionId);
      await this.lists.watch(tx, driveId, manifest.compliance?.subprocessorsUrl ?? null);
    });
  }
}
