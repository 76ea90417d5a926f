/** States of an appeal. A decided one is frozen by its trigger. */
export type AppealState = 'open' | 'granted' | 'dismissed' | 'withdrawn';

export const APPEAL_DECISIONS = ['grant', 'dismiss'] as const;
export type AppealDecision = (typeof APPEAL_DECISIONS)[number];
/** Length limits of the appeal and its answer, in characters. */
export const APPEAL_MIN = 20;
export const APPEAL_MAX = 4_000;

export const appealStateAfter = (decision: AppealDecision): 'granted' | 'dismissed' =>
  decision === 'grant' ? 'granted' : 'dismissed';
