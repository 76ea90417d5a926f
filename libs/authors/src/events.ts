import { defineEvent } from '@portal/platform/events';
import type { SuspensionCode } from './offboarding/domain/suspension.js';

export const ApplicationSubmitted = defineEvent<{ application_id: string; org_id: string }>('application.submitted', 1);
/** A reviewer decided: approved, changes_requested or rejected. `drive_id` names the reserved Drive once approved. */
export const ApplicationDecided = defineEvent<{
  application_id: string;
  org_id: string;
  state: 'approved' | 'changes_requested' | 'rejected';
  reason_code: string;
  drive_id: string | null;
}>('application.decided', 1);
/** Granted: the application is under review again. Dismissed, or withdrawn by the applicant: the rejection is final. */
export const AppealDecided = defineEvent<{
  application_id: string;
  org_id: string;
  state: 'granted' | 'dismissed' | 'withdrawn';
}>('appeal.decided', 1);
/** A version of the agreement was published; times are ISO 8601 UTC. The first one has no `sign_until`. */
export const AgreementPublished = defineEvent<{ version: string; effective_at: string; sign_until?: string }>(
  'agreement.published',
  1,
);
/**
 * An author's account will end on `ends_at`; from `closes_at` on its Drives cannot be installed. Times are ISO 8601
 * UTC.
 */
export const AuthorOffboardingAnnounced = defineEvent<{
  org_id: string;
  offboarding_id: string;
  closes_at: string;
  ends_at: string;
}>('author.offboarding_announced', 1);
/** Staff suspended the account: nothing new is accepted; installs and payouts continue. */
export const AuthorSuspended = defineEvent<{ org_id: string; suspension_id: string; code: SuspensionCode }>(
  'author.suspended',
  1,
);
/** The suspension was lifted. */
export const AuthorResumed = defineEvent<{ org_id: string; suspension_id: string }>('author.resumed', 1);
/** An announced offboarding was withdrawn; `ends_at` is the announced date. */
export const AuthorOffboardingWithdrawn = defineEvent<{ org_id: string; offboarding_id: string; ends_at: string }>(
  'author.offboarding_withdrawn',
  1,
);
