import { defineEvent } from '@portal/platform/events';

/** Somebody proposed what another person has to decide, until `expires_at` (RFC 3339). */
export const ApprovalProposed = defineEvent<{ approval_id: string; kind: string; expires_at: string }>(
  'approval.proposed',
  1,
);

/** It was approved and carried out, refused, withdrawn by its proposer, or superseded by something that happened since. */
export const ApprovalDecided = defineEvent<{
  approval_id: string;
  kind: string;
  state: 'approved' | 'refused' | 'withdrawn' | 'superseded';
}>('approval.decided', 1);
