import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { EventProcessor } from '@portal/platform/events';
import { RevisionPublished } from '../events.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { RevisionsRepository } from '../listing/revisions.repository.js';
import { SubprocessorListsRepository } from './subprocessor-lists.repository.js';

/** The list of subprocessors that a Drive's live manifest names is watched. */
@Injectable()
export class SyncSubprocessorsAddressProcessor extends EventProcessor<{ drive_id: string }> {
  readonly event = RevisionPublished;
  readonly consumer = 'listings.sync-subprocessors-address';

  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly lists: SubprocessorListsRepository,
  ) {
    super();
  }

  /** Harmless when repeated or late: it uses the revision that is live now. */
  async handle({ drive_id: driveId }: { drive_id: string }): Promise<void> {
    await this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, driveId);
      if (!listing?.liveRevisionId) return;
      const { manifest } = await this.revisions.byId(tx, listing.liveRevisionId);
      await this.lists.watch(tx, driveId, manifest.compliance?.subprocessorsUrl ?? null);
    });
  }
}
