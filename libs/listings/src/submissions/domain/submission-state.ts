import { defineStates } from '@portal/kernel';

/** Life of a submission (mirrored by the trigger `state_order`). */
export const submissionStates = defineStates({
  received: ['validating', 'withdrawn'],
  validating: ['failed', 'in_review', 'withdrawn'],
  failed: [],
  in_review: ['changes_requested', 'approved', 'rejected', 'withdrawn'],
  changes_requested: ['in_review', 'withdrawn'],
  approved: [],
  // Only by a granted appeal.
  rejected: ['in_review'],
  withdrawn: [],
});
export type SubmissionState = (typeof submissionStates)['states'][number];

/** `initial` makes a Drive visible; `update` changes a visible one. */
export type SubmissionKind = 'initial' | 'update';

/** Decisions of a reviewer, and their next states. */
export const DECISIONS = ['approve', 'request_changes', 'reject'] as const;
export type Decision = (typeof DECISIONS)[number];
const LEADS_TO = { approve: 'approved', request_changes: 'changes_requested', reject: 'rejected' } as const;

export function stateAfter(decision: Decision): 'approved' | 'changes_requested' | 'rejected' {
  return LEADS_TO[decision];
}
