import { defineStates } from '@portal/kernel';

/** Mirrored by the trigger authors.keep_appeal. */
export const appealStates = defineStates({
  open: ['granted', 'dismissed', 'withdrawn'],
  granted: [],
  dismissed: [],
  withdrawn: [],
});
export type AppealState = (typeof appealStates.states)[number];

export const APPEAL_DECISIONS = ['grant', 'dismiss'] as const;
export type AppealDecision = (typeof APPEAL_DECISIONS)[number];
/** Characters, of the appeal and of what is answered. */
export const APPEAL_MIN = 20;
export const APPEAL_MAX = 4_000;

export const appealStateAfter = (decision: AppealDecision): 'granted' | 'dismissed' =>
  decision === 'grant' ? 'granted' : 'dismissed';
