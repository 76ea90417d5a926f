/** Which follows which is kept by the trigger authors.keep_appeal. */
export type AppealState = 'open' | 'granted' | 'dismissed' | 'withdrawn';

export const APPEAL_DECISIONS = ['grant', 'dismiss'] as const;
export type AppealDecision = (typeof APPEAL_DECISIONS)[number];
/** Characters, of the appeal and of what is answered. */
export const APPEAL_MIN = 20;
export const APPEAL_MAX = 4_000;

export const appealStateAfter = (decision: AppealDecision): 'granted' | 'dismissed' =>
  decision === 'grant' ? 'granted' : 'dismissed';
