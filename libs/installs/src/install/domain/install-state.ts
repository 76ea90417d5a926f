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

/** What a list of installs is narrowed to: those under way, those that run, those that wait for an answer, those that are over. */
export const INSTALL_FILTERS = ['moving', 'active', 'upgrade', 'ended'] as const;
export type InstallFilter = (typeof INSTALL_FILTERS)[number];

/** Life of an upgrade prompt. */
export const PROMPT_STATES = defineStates({
  open: ['accepted', 'declined', 'superseded'],
  accepted: [],
  declined: [],
  superseded: [],
});
export type PromptState = (typeof PROMPT_STATES.states)[number];
