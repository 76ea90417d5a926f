import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { CheckDrive } from '../conformance/check-drive.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { RevisionsRepository } from '../listing/revisions.repository.js';
import { SettleReading } from './settle-reading.js';

/** A Drive that always answers "unchanged" is read in full again after this, ms. */
const TRUST_ETAG_MS = 24 * 3_600_000;

/** The next step: nothing, to retry what was deferred, or to sync with all the checks. */
type ManifestComparison = 'settled' | 'retry' | 'sync';

/** Compares the manifest that a listed Drive serves with the one read last, at the cost of one request. */
@Injectable()
export class CompareManifest {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly checkDrive: CheckDrive,
    private readonly settle: SettleReading,
    private readonly clock: Clock,
  ) {}

  async execute(driveId: string, reading: number): Promise<ManifestComparison> {
    const listing = await this.listings.find(driveId);
    const live = listing?.liveRevisionId ? await this.revisions.find(listing.liveRevisionId) : undefined;
    if (!listing || !live) return 'settled';
    const trusted = (listing.manifestReadAt?.getTime() ?? 0) > this.clock.wallNow().getTime() - TRUST_ETAG_MS;
    const peeked = await this.checkDrive.peek(live.manifestUrl, trusted ? listing.manifestEtag : null);
    const digest = peeked.kind === 'unchanged' ? listing.lastSeenDigest : peeked.digest;
    if (digest !== null && digest === listing.lastSeenDigest && this.settle.passedLately(listing)) {
      if (peeked.kind === 'read')
        await this.transactor.run((tx) => this.listings.manifestRead(tx, driveId, peeked.etag));
      await this.settle.unchanged(driveId, reading, digest, digest === live.digest);
      return digest === live.digest ? 'settled' : 'retry';
    }
    // It is unreachable and its author was notified, so all the checks are not needed again.
    const movedTo = peeked.kind === 'read' ? peeked.movedTo : undefined;
    if (digest === null && listing.syncFailures > 0 && (await this.settle.stillUnreachable(driveId, reading, movedTo)))
      return 'settled';
    return 'sync';
  }
}
