import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { ManifestSyncRequested } from '../events.js';
import { CompareManifest } from './compare-manifest.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { RetryDeferredSync } from './deferrals/retry-deferred-sync.js';

/** Manifests that a worker takes at a time. */
const BATCH = 64;
const AT_ONCE = 16;
/** Limit per author, so that slow Drives of one author delay nobody else. */
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
  async execute(stopping?: AbortSignal): Promise<void> {
    const waiting: Due[] = [];
    const busy = new Map<string, number>();
    const running = new Set<Promise<void>>();
    let exhausted = false;
    while (stopping?.aborted !== true) {
      // The next ones are taken before these have ended: a slow Drive at the end delays nobody.
      if (!exhausted && waiting.length < AT_ONCE) {
        const taken = await this.transactor.run((tx) => this.listings.takeDue(tx, BATCH));
        exhausted = taken.length === 0;
        waiting.push(...taken);
      }
      const at = waiting.findIndex(({ orgId }) => (busy.get(orgId) ?? 0) < MAX_CONCURRENT_PER_AUTHOR);
      if (at >= 0 && running.size < AT_ONCE) {
        const [{ driveId, orgId, reading }] = waiting.splice(at, 1) as [Due];
        busy.set(orgId, (busy.get(orgId) ?? 0) + 1);
        const look = this.look(driveId, reading).finally(() => {
          busy.set(orgId, busy.get(orgId)! - 1);
          running.delete(look);
        });
        running.add(look);
      } else if (running.size > 0) {
        await Promise.race(running);
      } else {
        break;
      }
    }
    await Promise.all(running);
  }

  private async look(driveId: string, reading: number): Promise<void> {
    const comparison = await this.compare.execute(driveId, reading);
    if (comparison === 'retry') await this.retry.execute(driveId);
    if (comparison !== 'sync') return;
    await this.transactor.run(async (tx) => {
      await this.listings.requestSync(tx, driveId);
      await tx.emit(ManifestSyncRequested, { drive_id: driveId });
    });
  }
}
