import { defineEvent } from '@portal/platform';

/** A manifest address was submitted and waits for its checks. */
export const SubmissionReceived = defineEvent<{ submission_id: string; drive_id: string }>('submission.received', 1);

/** A reviewer decided on a submission. `digest` is what the decision is about. */
export const SubmissionDecided = defineEvent<{
  submission_id: string;
  drive_id: string;
  decision: string;
  digest: string;
}>('submission.decided', 1);

/** Two reviewers made an exception for a Drive; it holds until `ends_at` (RFC 3339). */
export const ExceptionConfirmed = defineEvent<{
  exception_id: string;
  drive_id: string;
  check_id: string;
  ends_at: string;
}>('exception.confirmed', 1);

/** The Drive became visible: its first revision went live. */
export const ListingPublished = defineEvent<{ drive_id: string; revision_id: string; digest: string }>(
  'listing.published',
  1,
);

/** A revision went live, the first or any other. */
export const RevisionPublished = defineEvent<{ drive_id: string; revision_id: string }>('revision.published', 1);

/** A higher version went live; installs of older ones are to be asked. `version` is the Drive's own. */
export const VersionPublished = defineEvent<{
  drive_id: string;
  from_revision_id: string;
  revision_id: string;
  digest: string;
  version: string | null;
}>('version.published', 1);

/** The Drive is to be read again now: its author asked, or the poll saw another manifest. */
export const ManifestSyncRequested = defineEvent<{ drive_id: string }>('manifest.sync_requested', 1);
