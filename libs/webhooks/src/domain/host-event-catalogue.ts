/** Every event of the host's webhooks with when it is sent. Messages name things by the host's own ids, and have small facts only. */
export const HOST_EVENTS = {
  'install.requested': 'An install was asked for; the plugin is told next.',
  'install.activated': 'A plugin accepted an install, which runs and is billed from now on.',
  'install.failed': 'An install did not come about: the plugin refused, or it was given up. Nothing was charged.',
  'install.attention_needed':
    'Somebody has to decide about an install: a call was tried to the end (`call_tried_to_the_end`), or the plugin refuses its token (`token_refused`).',
  'install.settings_changed': 'The settings of an install were changed; `version` is the new one.',
  'install.upgraded': 'An upgrade was accepted, by an operator, by you or by the policy of the tenant.',
  'install.ended': 'An install was ended, and billing with it; the plugin is told next.',
  'install.revoked': 'A plugin confirmed the end of an install, or there is nothing left to confirm.',
  'upgrade.offered':
    'A version was offered to `installs` installs of a plugin. A plugin with very many is offered in several messages.',
  'tenant.suspended': 'A tenant owes for too long: its paid plugins stand still.',
  'tenant.resumed': 'A tenant has paid: its plugins go on.',
  'tenant.compliance_changed': 'The compliance record of a tenant was changed.',
  'compliance.lapsed': 'Something that running installs of a plugin need no longer holds for a tenant; `gap` is what.',
  'compliance.restored': 'It holds again.',
  'compliance.acted': 'An install was paused or removed, as announced, because of what no longer holds.',
  'operator.added': 'Somebody became an operator of a tenant.',
  'operator.removed': 'Somebody is no operator of a tenant any more.',
} as const;
export type HostEventType = keyof typeof HOST_EVENTS;
export const HOST_EVENT_TYPES = Object.keys(HOST_EVENTS) as HostEventType[];
