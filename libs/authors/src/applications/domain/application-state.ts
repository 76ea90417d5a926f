import { defineStates } from '@portal/kernel';

/** Mirrored by the trigger authors.application_moves. */
export const applicationStates = defineStates({
  draft: ['submitted', 'withdrawn'],
  submitted: ['in_review', 'withdrawn'],
  in_review: ['changes_requested', 'approved', 'rejected', 'withdrawn'],
  changes_requested: ['in_review', 'withdrawn'],
  approved: [],
  // Only once an appeal was granted.
  rejected: ['in_review'],
  withdrawn: [],
});
export type ApplicationState = (typeof applicationStates.states)[number];

/** Decided or taken back: nobody is asked anything any more; an appeal against a refusal has its own text. */
export function isClosed(state: ApplicationState): boolean {
  return state === 'rejected' || applicationStates.final.includes(state);
}

/** States in which the applicant may change the answers. */
export function isEditable(state: ApplicationState): boolean {
  return state === 'draft' || state === 'changes_requested';
}

/** Where submitting leads: an application whose questions are answered goes straight back to its reviewer. */
export function submittedState(state: ApplicationState): ApplicationState {
  return state === 'changes_requested' ? 'in_review' : 'submitted';
}
