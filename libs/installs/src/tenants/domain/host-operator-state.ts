const HOST_OPERATOR_STATES = ['invited', 'confirmed', 'declined'] as const;
/** Whether the owner of the address wants to be an operator; declined stays, so that no mirror asks again. */
export type HostOperatorState = (typeof HOST_OPERATOR_STATES)[number];

/** As shown: an invitation that nobody answered in time has expired. */
export const SHOWN_OPERATOR_STATES = [...HOST_OPERATOR_STATES, 'expired'] as const;
export type ShownOperatorState = (typeof SHOWN_OPERATOR_STATES)[number];
