import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { ManifestSyncRequested } from '../events.js';
import { CompareManifest } from './compare-manifest.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { RetryDeferredSync } from './retry-deferred-sync.js';

const BATCH = 200;
const AT_ONCE = 16;
/** Of one author at the same time: slow Drives of one hold up nobody else. */
const MAX_CONCURRENT_PER_AUTHOR = 4;

@Injectable()
export class PollManifests {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly compare: CompareManifest,
    private readonly retry: RetryDeferredSync,
    private readonly outbox: Outbox,
  ) {}

  async execute(): Promise<void> {
    const waiting = await this.transactor.run((tx) => this.listings.takeDue(tx, BATCH));
    const busy = new Map<string, number>();
    const running = new Set<Promise<void>>();
    while (waiting.length > 0 || running.size > 0) {
      const at = waiting.findIndex(({ orgId }) => (busy.get(orgId) ?? 0) < MAX_CONCURRENT_PER_AUTHOR);
      if (at < 0 || running.size >= AT_ONCE) {
        await Promise.race(running);
        continue;
      }
      const [{ driveId, orgId, reading }] = waiting.splice(at, 1) as [(typeof waiting)[number]];
      busy.set(orgId, (busy.get(orgId) ?? 0) + 1);
      const look = this.look(driveId, reading).finally(() => {
        busy.set(orgId, busy.get(orgId)! - 1);
        running.delete(look);
      });
      running.add(look);
    }
  }

  private async look(driveId: string, reading: number): Promise<void> {
    const comparison = await this.compare.execute(driveId, reading);
    if (comparison === 'retry') await this.retry.execute(driveId);
    if (comparison !== 'sync') return;
    await this.transactor.run(async (tx) => {
      await this.listings.requestSync(tx, driveId);
      await this.outbox.emit(tx, ManifestSyncRequested, { drive_id: driveId });
    });
  }
}
