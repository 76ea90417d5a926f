import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { fairRound } from '@portal/platform/jobs';
import { ManifestSyncRequested } from '../events.js';
import { CompareManifest } from './compare-manifest.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { RetryDeferredSync } from './deferrals/retry-deferred-sync.js';

/** Manifests that a worker takes at a time. */
const BATCH = 64;
const AT_ONCE = 16;
/** Limit per author, so that slow Drives of one author do not delay others. */
const MAX_CONCURRENT_PER_AUTHOR = 4;

type Due = Awaited<ReturnType<ListingsRepository['takeDue']>>[number];

/** Reads the manifests that are due. Every worker takes some, and skips those that another one is taking. */
@Injectable()
export class PollManifests {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly compare: CompareManifest,
    private readonly retry: RetryDeferredSync,
  ) {}

  /** Until none is due. @param stopping begins nothing new once it is aborted */
  execute(stopping?: AbortSignal): Promise<void> {
    return fairRound({
      claim: () => this.transactor.run((tx) => this.listings.takeDue(tx, BATCH)),
      work: (due) => this.look(due),
      whose: ({ orgId }) => orgId,
      atOnce: AT_ONCE,
      ofOne: MAX_CONCURRENT_PER_AUTHOR,
      stopping,
    });
  }

  private async look({ driveId, reading }: Due): Promise<void> {
    const comparison = await this.compare.execute(driveId, reading);
    if (comparison === 'retry') await this.retry.execute(driveId);
    if (comparison !== 'sync') return;
    await this.transactor.run(async (tx) => {
      await this.listings.requestSync(tx, driveId);
      await tx.emit(ManifestSyncRequested, { drive_id: driveId });
    });
  }
}
