import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { CheckDrive } from '../submissions/check-drive.js';
import { CHECKS_LAST_MS } from '../listing/domain/listing-state.js';
import { ManifestSyncRequested } from '../events.js';
import { ApplyManifest } from './apply-manifest.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { RevisionsRepository } from '../listing/revisions.repository.js';
import { RetryDeferredSync } from './retry-deferred-sync.js';

const BATCH = 200;
const AT_ONCE = 16;
/** Of one author at the same time: slow Drives of one hold up nobody else. */
const MAX_CONCURRENT_PER_AUTHOR = 4;
/** A Drive that always says "unchanged" is read in full again after this, ms. */
const TRUST_ETAG_MS = 24 * 3_600_000;

@Injectable()
export class PollManifests {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly checkDrive: CheckDrive,
    private readonly apply: ApplyManifest,
    private readonly retry: RetryDeferredSync,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
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
    const listing = await this.listings.find(driveId);
    const live = listing?.liveRevisionId ? await this.revisions.find(listing.liveRevisionId) : undefined;
    if (!listing || !live) return;
    const trusted = (listing.manifestReadAt?.getTime() ?? 0) > this.clock.wallNow().getTime() - TRUST_ETAG_MS;
    const seen = await this.checkDrive.peek(live.manifestUrl, trusted ? listing.manifestEtag : null);
    const digest = seen.kind === 'unchanged' ? listing.lastSeenDigest : seen.digest;
    // One that failed is checked again in full: its manifest may be the same and the rest in order now.
    const checked =
      listing.conformanceOk !== false &&
      (listing.checkedAt?.getTime() ?? 0) > this.clock.wallNow().getTime() - CHECKS_LAST_MS;
    if (digest !== null && digest === listing.lastSeenDigest && checked) {
      if (seen.kind === 'read') await this.transactor.run((tx) => this.listings.manifestRead(tx, driveId, seen.etag));
      await this.apply.unchanged(driveId, reading, digest, digest === live.digest);
      if (digest !== live.digest) await this.retry.execute(driveId);
      return;
    }
    // Gone, and its author knows: no need for all the checks to find it gone again.
    const movedTo = seen.kind === 'read' ? seen.movedTo : undefined;
    if (digest === null && listing.syncFailures > 0 && (await this.apply.stillUnreachable(driveId, reading, movedTo)))
      return;
    await this.transactor.run(async (tx) => {
      await this.listings.requestSync(tx, driveId);
      await this.outbox.emit(tx, ManifestSyncRequested, { drive_id: driveId });
    });
  }
}
