/** Steps of an install from the audit trail that its operators read, by action. */
export const AUDITED_STEPS = [
  'install.requested',
  'install.activated',
  'install.failed',
  'install.settings_changed',
  'install.upgraded',
  'upgrade.declined',
  'upgrade.snoozed',
  'upgrade.reopened',
  'install.paused',
  'install.resumed',
  'install.embed_shown',
  'install.tried_now',
  'install.id_taken_over',
  'install.call_given_up',
  'install.token_asked_for',
  'install.token_renewed',
  'install.ended',
  'install.revoked',
  'install.revocation_given_up',
  'install.token_checked',
] as const;

/** With steps from the upgrade prompts: a version was offered, or accepted by the policy of the tenant. */
export const INSTALL_STEPS = [...AUDITED_STEPS, 'upgrade.offered', 'upgrade.accepted_alone'] as const;
export type InstallStep = (typeof INSTALL_STEPS)[number];
