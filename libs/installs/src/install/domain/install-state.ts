import { defineStates } from '@portal/kernel';

/**
 * Life of an install. `requested`: nothing has reached the Drive. `unknown`: the Drive may have made it; it is asked again
 * with the same body, never billed. Every open one can be ended, and a failed one can be archived.
 */
export const INSTALL_STATES = defineStates({
  requested: ['sending', 'failed', 'revoked'],
  sending: ['requested', 'active', 'failed', 'unknown', 'revoking'],
  unknown: ['active', 'failed', 'revoking'],
  active: ['revoking'],
  failed: ['revoked'],
  revoking: ['revoked'],
  revoked: [],
});
export type InstallState = (typeof INSTALL_STATES.states)[number];

/** Filter of a list of installs: under way, running, waiting for an answer, needing a decision, ended. */
export const INSTALL_FILTERS = ['moving', 'active', 'upgrade', 'attention', 'ended'] as const;
export type InstallFilter = (typeof INSTALL_FILTERS)[number];

/** Life of an upgrade prompt. */
export const PROMPT_STATES = defineStates({
  open: ['accepted', 'declined', 'superseded'],
  accepted: [],
  // Reopened, as long as no newer version is offered.
  declined: ['open'],
  superseded: [],
});
export type PromptState = (typeof PROMPT_STATES.states)[number];
