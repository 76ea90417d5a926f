import { Injectable } from '@nestjs/common';
import type { ConformanceResult } from '@portal/conformance';
import { Transactor } from '@portal/platform/database';
import { RecordRun } from '../conformance/record-run.js';
import type { ListingEntity, RevisionEntity } from '../listing/listing.entity.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { highestPublished } from '../listing/read/highest-version.js';
import { RevisionsRepository } from '../listing/revisions.repository.js';
import { decideSync, type SyncDecision } from './domain/sync-decision.js';
import { FollowManifest } from './follow-manifest.js';
import { SyncDeferrals } from './deferrals/sync-deferrals.js';
import { SyncNotices } from './sync-notices.js';

/** The listing as it was when it was read, and the number of that reading. */
export type SyncedListing = Pick<ListingEntity, 'driveId' | 'orgId' | 'name' | 'liveRevisionId'> & { reading: number };

/**
 * Decides the effect of a manifest that the sync has read on the listing, and applies it in one transaction. The result
 * of an overtaken reading is ignored; readings are ordered by when they began.
 */
@Injectable()
export class ApplyManifest {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly runs: RecordRun,
    private readonly deferrals: SyncDeferrals,
    private readonly follow: FollowManifest,
    private readonly notices: SyncNotices,
  ) {}

  /** False when another revision is live than the one it was read for. `installed`: the run on the probe tenants. */
  async execute(
    read: SyncedListing,
    revision: RevisionEntity,
    result: ConformanceResult,
    installed: ConformanceResult | null,
  ): Promise<boolean> {
    const { driveId, reading } = read;
    const receivers = await this.notices.receivers(read.orgId);
    return this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, driveId);
      if (listing && listing.followedReading > reading) return true;
      if (!listing || listing.liveRevisionId === null || listing.liveRevisionId !== read.liveRevisionId) return false;
      await this.runs.ofLive(tx, driveId, result);
      const live = await this.revisions.byId(tx, listing.liveRevisionId);
      const before = await this.revisions.settled(tx, driveId, revision.digest);
      const { results } = installed ?? result;
      const checks = await this.follow.checks(tx, { listing, live, revision, results });
      const highest = await highestPublished(tx, driveId);
      const meant = decideSync(live, revision, { highest, before, checks });
      const passing = await this.deferrals.find(tx, { listing, revision, meant: meant.kind });
      // Read, and not processed: the next poll finds it again, when the submission's manifest is known.
      if (passing === 'unknown') {
        await this.listings.synced(tx, driveId, reading, null);
        return true;
      }
      const decision: SyncDecision =
        passing === undefined || passing === 'waits' ? meant : { kind: 'hold', reason: passing.reason };
      const { digest } = revision;
      if (decision.kind === 'hold') {
        const submissionId = passing === 'waits' ? undefined : passing?.submissionId;
        const about = { listing, revision, reason: decision.reason, submissionId };
        await this.notices.deferred(tx, about, receivers);
      } else if (decision.kind === 'publish' && passing !== 'waits') {
        await this.follow.publish(tx, { listing, live, revision, receivers });
      } else if (decision.kind === 'review' && passing !== 'waits') {
        const id = await this.follow.review(tx, { listing, live, revision, checks, receivers });
        if (installed) await this.runs.ofSubmission(tx, driveId, id, installed);
      }
      const hold = decision.kind === 'hold' ? decision.reason : null;
      await this.notices.good(tx, driveId, hold);
      if (decision.kind === 'publish' || decision.kind === 'review')
        await this.notices.version(tx, listing, revision, {
          violation: decision.violation,
          authors: receivers.authors,
        });
      await this.listings.synced(tx, driveId, reading, digest);
      return true;
    });
  }
}
