export const CONCERN_KINDS = ['security', 'privacy', 'misleading', 'billing', 'other'] as const;
export type ConcernKind = (typeof CONCERN_KINDS)[number];
export const CONCERN_OUTCOMES = ['acted', 'no_action'] as const;
export type ConcernOutcome = (typeof CONCERN_OUTCOMES)[number];
