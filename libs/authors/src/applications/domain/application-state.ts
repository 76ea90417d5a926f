import { defineStates } from '@portal/kernel';

/** States of an application. The trigger `state_order` enforces the same transitions. */
export const applicationStates = defineStates({
  draft: ['submitted', 'withdrawn'],
  submitted: ['in_review', 'withdrawn'],
  in_review: ['changes_requested', 'approved', 'rejected', 'withdrawn'],
  changes_requested: ['in_review', 'withdrawn'],
  approved: [],
  // Only after an appeal was granted.
  rejected: ['in_review'],
  withdrawn: [],
});
export type ApplicationState = (typeof applicationStates.states)[number];

/** Decided or withdrawn: no more messages. An appeal against a rejection has its own text. */
export function isClosed(state: ApplicationState): boolean {
  return state === 'rejected' || applicationStates.final.includes(state);
}

/** States in which the applicant may change the answers. */
export function isEditable(state: ApplicationState): boolean {
  return state === 'draft' || state === 'changes_requested';
}

/** State after submission: an application whose questions were answered returns directly to its reviewer. */
export function submittedState(state: ApplicationState): ApplicationState {
  return state === 'changes_requested' ? 'in_review' : 'submitted';
}
