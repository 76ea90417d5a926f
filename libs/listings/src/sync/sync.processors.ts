import { AuthorResumed } from '@portal/authors';
import { eventProcessor } from '@portal/platform/events';
import { ExceptionConfirmed, ManifestSyncRequested, SubmissionMoved } from '../events.js';
import { RetryDeferredSync } from './deferrals/retry-deferred-sync.js';
import { SyncManifest } from './sync-manifest.js';

export const SYNC_PROCESSORS = [
  eventProcessor({
    event: ManifestSyncRequested,
    consumer: 'listings.sync-manifest',
    useCase: SyncManifest,
    queue: 'drives',
    driveOf: (_, { drive_id }) => drive_id,
    handle: async (sync, { drive_id }, context) => {
      if (!(await sync.execute(drive_id))) context.unanswered?.();
    },
  }),
  eventProcessor({
    event: AuthorResumed,
    consumer: 'listings.retry-sync-after-suspension',
    useCase: RetryDeferredSync,
    handle: (retry, { org_id }) => retry.ofAuthor(org_id),
  }),
  // At every end of a submission, and when its checks show that it has the found manifest.
  eventProcessor({
    event: SubmissionMoved,
    consumer: 'listings.retry-sync-after-submission',
    useCase: RetryDeferredSync,
    handle: (retry, { drive_id }) => retry.execute(drive_id),
  }),
  eventProcessor({
    event: ExceptionConfirmed,
    consumer: 'listings.retry-sync-after-exception',
    useCase: RetryDeferredSync,
    handle: (retry, { drive_id }) => retry.execute(drive_id),
  }),
];
