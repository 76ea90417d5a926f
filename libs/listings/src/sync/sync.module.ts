import { AuthorResumed, AuthorsCoreModule } from '@portal/authors';
import { eventProcessor } from '@portal/platform/events';
import { ExceptionConfirmed, ManifestSyncRequested, SubmissionMoved } from '../events.js';
import { RetryDeferredSync } from './deferrals/retry-deferred-sync.js';
import { SyncManifest } from './sync-manifest.js';
import { Module } from '@nestjs/common';
import { scheduledJob } from '@portal/platform/jobs';
import { ConformanceModule } from '../conformance/conformance.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { ReviewModule } from '../review/review.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { ApplyManifest } from './apply-manifest.js';
import { AuthorSyncController } from './author-sync.controller.js';
import { CompareManifest } from './compare-manifest.js';
import { DriveFindings } from './drive-findings.js';
import { FollowManifest } from './follow-manifest.js';
import { PollManifests } from './poll-manifests.js';
import { RejectManifest } from './reject-manifest.js';
import { SettleReading } from './settle-reading.js';
import { SyncNotices } from './sync-notices.js';
import { RequestSync } from './request-sync.js';
import { SyncDeferrals } from './deferrals/sync-deferrals.js';
import { SyncNotesRepository } from './sync-notes.repository.js';

const SYNC_PROCESSORS = [
  eventProcessor(
    ManifestSyncRequested,
    'listings.sync-manifest',
    SyncManifest,
    { queue: 'drives', driveOf: (_, { drive_id }) => drive_id },
    async (sync, { drive_id }, context) => {
      if (!(await sync.execute(drive_id))) context.unanswered?.();
    },
  ),
  eventProcessor(AuthorResumed, 'listings.retry-sync-after-suspension', RetryDeferredSync, (retry, { org_id }) =>
    retry.ofAuthor(org_id),
  ),
  // At every end of a submission, and when its checks show that it has the found manifest.
  eventProcessor(SubmissionMoved, 'listings.retry-sync-after-submission', RetryDeferredSync, (retry, { drive_id }) =>
    retry.execute(drive_id),
  ),
  eventProcessor(ExceptionConfirmed, 'listings.retry-sync-after-exception', RetryDeferredSync, (retry, { drive_id }) =>
    retry.execute(drive_id),
  ),
];

/** Notes about live Drives, as rows. */
@Module({ providers: [DriveFindings, SyncNotesRepository], exports: [DriveFindings, SyncNotesRepository] })
export class SyncModule {}

/** An author has a Drive read again. */
@Module({ imports: [ListingModule], controllers: [AuthorSyncController], providers: [RequestSync] })
export class SyncHttpModule {}

/** Reads the manifests of live Drives again and follows them. */
@Module({
  imports: [AuthorsCoreModule, ListingModule, ConformanceModule, SubmissionsModule, ReviewModule, SyncModule],
  providers: [
    ApplyManifest,
    CompareManifest,
    FollowManifest,
    PollManifests,
    RejectManifest,
    RetryDeferredSync,
    ...SYNC_PROCESSORS,
    SettleReading,
    SyncDeferrals,
    SyncManifest,
    scheduledJob('listings.sync-manifests', PollManifests),
    SyncNotices,
  ],
})
export class SyncWorkerModule {}
