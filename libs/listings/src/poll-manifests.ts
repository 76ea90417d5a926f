import { Injectable } from '@nestjs/common';
import { Outbox, Transactor } from '@portal/platform';
import { CheckDrive } from './check-drive.js';
import { ManifestSyncRequested } from './events.js';
import { FollowManifest } from './follow-manifest.js';
import { ListingsRepository } from './persistence/listings.repository.js';
import { RevisionsRepository } from './persistence/revisions.repository.js';

const BATCH = 200;
const AT_ONCE = 8;

/** Looks at the manifests that are due. Only one that differs from what was dealt with costs more than a request. */
@Injectable()
export class PollManifests {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly checkDrive: CheckDrive,
    private readonly follow: FollowManifest,
    private readonly outbox: Outbox,
  ) {}

  async execute(): Promise<void> {
    const due = await this.transactor.run((tx) => this.listings.takeDue(tx, BATCH));
    const lines = Array.from({ length: Math.min(AT_ONCE, due.length) }, async () => {
      for (let next = due.pop(); next; next = due.pop()) await this.look(next.driveId);
    });
    await Promise.all(lines);
  }

  private async look(driveId: string): Promise<void> {
    const listing = await this.listings.find(driveId);
    const live = listing?.liveRevisionId ? await this.revisions.find(listing.liveRevisionId) : undefined;
    if (!listing || !live) return;
    const { digest } = await this.checkDrive.peek(live.manifestUrl);
    if (digest !== null && digest === listing.lastSeenDigest) {
      return this.follow.unchanged(driveId, digest, digest === live.digest);
    }
    await this.transactor.run((tx) => this.outbox.emit(tx, ManifestSyncRequested, { drive_id: driveId }));
  }
}
