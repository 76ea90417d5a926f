/**
 * All events of the host's webhooks and when each is sent. Messages refer to things by the host's own ids and contain
 * small facts only.
 */
export const HOST_EVENTS = {
  'install.requested': 'An install was requested. The plugin is called next.',
  'install.activated': 'A plugin accepted an install. It is active and billed from now on.',
  'install.failed': 'An install failed: the plugin refused it, or it was given up. Nothing was charged.',
  'install.attention_needed':
    'An install needs attention: all calls to the plugin failed (`call_tried_to_the_end`), the plugin refuses its token (`token_refused`), our signature (`signature_refused`), its time (`clock_skew`) or every call without a known reason (`unauthorized`), it has not confirmed new settings for a day (`settings_not_confirmed`), or it reported as many events as are stored per day (`event_quota_reached`).',
  'install.settings_changed': 'The settings of an install were changed; `version` is the new one.',
  'install.upgraded': 'An upgrade was accepted, by an operator, by you or by the policy of the tenant.',
  'install.ended': 'An install and its billing were ended. The plugin is called next.',
  'install.revoked': 'A plugin confirmed the end of an install, or there is nothing left to confirm.',
  'upgrade.offered':
    'A version was offered to `installs` installs of a plugin. If there are very many, several messages are sent.',
  'upgrade.declined': 'An operator, or you for one, declined `version` for an install; it stays as it is.',
  'tenant.suspended': 'The paid plugins of a tenant were suspended because an invoice is overdue.',
  'tenant.resumed': 'A tenant has paid, and its plugins have resumed.',
  'tenant.compliance_changed': 'The compliance record of a tenant was changed.',
  'compliance.lapsed': 'Running installs of a plugin no longer meet a requirement for a tenant; `gap` names it.',
  'compliance.restored': 'The requirement is met again.',
  'compliance.acted': 'An install was paused or removed, as announced, because a requirement is not met.',
  'operator.added': 'A person became an operator of a tenant.',
  'operator.removed': 'A person is no longer an operator of a tenant.',
} as const;
export type HostEventType = keyof typeof HOST_EVENTS;
export const HOST_EVENT_TYPES = Object.keys(HOST_EVENTS) as HostEventType[];
