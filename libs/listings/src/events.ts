import { defineEvent } from '@portal/platform/events';
import type { ListingState } from './listing/domain/listing-state.js';
import type { SubmissionState } from './submissions/domain/submission-state.js';

/** A reviewer has the checks of a case under review run again. */
export const SubmissionRecheckAsked = defineEvent<{ submission_id: string; drive_id: string; recheck_id: string }>(
  'submission.recheck_asked',
  1,
);

/** A manifest address was submitted and waits for its checks. */
export const SubmissionReceived = defineEvent<{ submission_id: string; drive_id: string }>('submission.received', 1);

/** Two reviewers made an exception for a Drive; it is valid until `ends_at` (RFC 3339). */
export const ExceptionConfirmed = defineEvent<{
  exception_id: string;
  drive_id: string;
  check_id: string;
  ends_at: string;
}>('exception.confirmed', 1);

/** A revision went live, the first or any other. */
export const RevisionPublished = defineEvent<{ drive_id: string; revision_id: string }>('revision.published', 1);

/** The live Drive has another address: from now on every install is called there, whatever version it runs. */
export const OriginChanged = defineEvent<{ drive_id: string; revision_id: string; from: string; to: string }>(
  'listing.origin_changed',
  1,
);

/** A higher version went live; installs of older ones are to be asked. `version` is the Drive's own. */
export const VersionPublished = defineEvent<{
  drive_id: string;
  from_revision_id: string;
  revision_id: string;
  digest: string;
  version: string | null;
}>('version.published', 1);

/** Who bills for a Drive changes at that instant. `model`: platform, author_billing or first_party. */
export const BillingModelChanged = defineEvent<{ drive_id: string; model: string; effective_from: string }>(
  'listing.billing_model_changed',
  1,
);

/** The Drive is to be read again now: its author asked, or the poll saw another manifest. */
export const ManifestSyncRequested = defineEvent<{ drive_id: string }>('manifest.sync_requested', 1);

/** The end of a Drive was announced: closed to new installs then, retired (installs end) then; both RFC 3339, UTC. */
export const DeprecationAnnounced = defineEvent<{
  drive_id: string;
  sunset_id: string;
  closes_at: string;
  retires_at: string;
  reason: string;
}>('listing.sunset_announced', 1);

/** The announced end was cancelled. */
export const DeprecationWithdrawn = defineEvent<{ drive_id: string; sunset_id: string }>('listing.sunset_withdrawn', 1);

/** A listing has ended and its installs end with it: `retired` as announced, `removed` at once by two people. */
export const ListingEnded = defineEvent<{ drive_id: string; how: 'retired' | 'removed'; reason: string }>(
  'listing.ended',
  1,
);

/** Who changed the state of a listing: its author, staff, or the portal on an announced day. */
export type ChangedBy = 'author' | 'staff' | 'portal';

/** A listing went from one state to the next: published first, paused, resumed, ended in one way or another. */
export const ListingStateChanged = defineEvent<{
  drive_id: string;
  from: ListingState;
  to: ListingState;
  by: ChangedBy;
  /** As sent to the author; null where none was required. */
  reason: string | null;
  /** RFC 3339. */
  changed_at: string;
}>('listing.state_changed', 1);

/** A submission went from one state to the next. `from` is null where the sync opened it: its checks ran before. */
export const SubmissionMoved = defineEvent<{
  submission_id: string;
  drive_id: string;
  org_id: string;
  from: SubmissionState | null;
  state: SubmissionState;
}>('submission.moved', 1);

/** Granted: under review again, or restored. Dismissed: the decision is final. `text`: the reviewer's answer. */
export const ListingAppealEnded = defineEvent<{
  appeal_id: string;
  drive_id: string;
  org_id: string;
  submission_id: string | null;
  state: 'granted' | 'dismissed' | 'withdrawn' | 'superseded';
  text: string | null;
}>('listing_appeal.ended', 1);

/**
 * A changed manifest is not followed: invalid, unreachable or deferred. `kind` names the note, `text` is for the
 * author.
 */
export const ManifestDeferred = defineEvent<{ drive_id: string; kind: string; digest: string | null; text: string }>(
  'manifest.deferred',
  1,
);

/** Evidence of a claim of a Drive was added, accepted, rejected, replaced or withdrawn: the proven claims have to be looked up again. */
export const EvidenceChanged = defineEvent<{ drive_id: string }>('evidence.changed', 1);

/** The public list of subprocessors of a Drive changed, whether or not the Drive announced it. */
export const SubprocessorsChanged = defineEvent<{ drive_id: string; change_id: string }>('subprocessors.changed', 1);

/** Stages of `evidence.due`. */
export interface DueEvidencePayload {
  drive_id: string;
  evidence_id: string;
  claim: string;
  due: '60_days' | '30_days' | '7_days' | 'expired';
  /** RFC 3339; of the acceptance, else of the file. */
  valid_until: string;
}

/** Evidence of a claim that a live Drive makes ends in 60, 30 or 7 days, or has ended; emitted once each. */
export const EvidenceDue = defineEvent<DueEvidencePayload>('evidence.due', 1);

/** Stages of `contract_version.due`. */
export interface DueSunsetPayload {
  drive_id: string;
  /** Of the contract version. */
  major: number;
  /** RFC 3339. */
  sunset_at: string;
  due: '180_days' | '30_days' | '7_days' | 'ended';
}

/** The contract version that a live Drive declares ends in 180, 30 or 7 days, or has ended; emitted once each. */
export const SunsetDue = defineEvent<DueSunsetPayload>('contract_version.due', 1);
