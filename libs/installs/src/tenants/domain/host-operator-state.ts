const HOST_OPERATOR_STATES = ['invited', 'confirmed', 'declined'] as const;
/** Whether the owner of the address accepts; a refusal is kept, so that a mirroring host does not ask again. */
export type HostOperatorState = (typeof HOST_OPERATOR_STATES)[number];

/** As shown: an unanswered invitation expires. */
export const SHOWN_OPERATOR_STATES = [...HOST_OPERATOR_STATES, 'expired'] as const;
export type ShownOperatorState = (typeof SHOWN_OPERATOR_STATES)[number];
