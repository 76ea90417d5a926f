import { defineStates } from '@portal/kernel';

/** Life of an install. `unknown`: the Drive may have made it; it is asked again with the same body, never billed. */
export const INSTALL_STATES = defineStates({
  requested: ['sending'],
  sending: ['active', 'failed', 'unknown'],
  unknown: ['active', 'failed'],
  active: ['revoking'],
  failed: [],
  revoking: ['revoked'],
  revoked: [],
});
export type InstallState = (typeof INSTALL_STATES.states)[number];

/** Life of an upgrade prompt. */
export const PROMPT_STATES = defineStates({
  open: ['accepted', 'declined', 'superseded'],
  accepted: [],
  declined: [],
  superseded: [],
});
export type PromptState = (typeof PROMPT_STATES.states)[number];
