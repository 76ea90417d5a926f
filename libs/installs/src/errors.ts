import { defineErrors } from '@portal/kernel';

export const installsErrors = defineErrors({
  tenant_exists: { status: 409, message: 'A tenant with this external ID already exists.' },
  venture_exists: { status: 409, message: 'This tenant already has a venture with this external ID.' },
  unknown_tenant: { status: 404, message: 'Tenant not found.' },
  unknown_venture: { status: 404, message: 'Venture not found.' },
  operator_not_found: { status: 404, message: 'No account uses this e-mail address. Ask the person to sign up first.' },
  operator_exists: { status: 409, message: 'Another operator of this tenant has this e-mail address.' },
  operator_confirmed: {
    status: 409,
    message: 'This operator confirmed another e-mail address. Remove the operator first, then invite the new address.',
  },
  operator_invitation_not_found: {
    status: 404,
    message: 'Invitation not found. It was answered or withdrawn, or it is for another e-mail address.',
  },
  not_an_operator: { status: 404, message: 'This person is not an operator of the tenant.' },
  plugin_not_found: { status: 404, message: 'Plugin not found, or it does not accept new installs.' },
  install_not_found: { status: 404, message: 'Install not found.' },
  install_exists: { status: 409, message: 'This plugin is already installed in this venture.' },
  plugin_changed: {
    status: 409,
    message: 'This plugin changed after you opened it. Reload it and review the changes.',
  },
  permissions_not_granted: {
    status: 422,
    message: 'This plugin requires every permission it requests. See details for the ones you have not granted.',
  },
  config_invalid: { status: 422, message: 'Some settings are missing or not valid. See details.' },
  no_settings: { status: 409, message: 'This plugin has no settings.' },
  install_not_active: { status: 409, message: 'Settings can be changed while the plugin is active.' },
  settings_required: {
    status: 422,
    message: 'The new version needs settings that are missing or no longer valid. Enter them with your answer.',
  },
  baa_required: {
    status: 403,
    message:
      'This plugin requires a business associate agreement. Ask the platform to put one on file for your organisation.',
  },
  residency_missing: {
    status: 403,
    message: 'Your organisation requires data to stay in its region, and this plugin does not state that it does.',
  },
  compliance_missing: {
    status: 403,
    message: 'Your organisation handles regulated data, and this plugin does not state how it treats such data.',
  },
  claims_unproven: {
    status: 403,
    message:
      'Your organisation relies on compliance claims of this plugin that no valid evidence proves. See details for the claims.',
  },
  no_price_in_currency: {
    status: 409,
    message: 'This plugin has no price in your billing currency. Ask the platform to add one.',
  },
  currency_unknown: { status: 400, message: 'This currency is not supported for billing.' },
  currency_differs: {
    status: 409,
    message: 'This tenant is billed in another currency. Change the currency of the tenant first.',
  },
  agreement_end_invalid: { status: 400, message: 'The end date of the agreement must be in the future.' },
  compliance_changed: {
    status: 409,
    message: 'Someone else changed this after you opened it. Compare both values, then reload.',
  },
  revision_not_found: { status: 404, message: 'This version of the plugin does not exist.' },
  install_suspended: {
    status: 409,
    message: 'This plugin is suspended because an invoice is unpaid. Your data is safe. Pay the invoice to resume.',
  },
  notice_not_found: { status: 404, message: 'Notice not found.' },
  objected_already: { status: 409, message: 'Your organisation has already objected to this change.' },
  objection_late: { status: 409, message: 'The time to object to this change is over. You can uninstall the plugin.' },
  install_paused: {
    status: 409,
    message:
      'This plugin is paused because a requirement of your organisation is not met. The page of the install says which, and who must act.',
  },
  upgrade_in_assessment: {
    status: 409,
    message:
      'The compliance profile of your organisation just changed, so this upgrade is being checked again. Try again in a moment.',
  },
  upgrade_blocked: {
    status: 409,
    message: 'This upgrade cannot be accepted yet, so no reminder can be set.',
  },
  no_upgrade: { status: 404, message: 'There is no upgrade to decide on.' },
  nothing_open: {
    status: 409,
    message: 'The plugin is not being called for this install, so there is nothing to decide.',
  },
  call_in_progress: { status: 409, message: 'The plugin is being called right now. Try again in a moment.' },
  id_not_reported: {
    status: 409,
    message: 'The plugin did not report this ID. Ask the host platform to take over another one.',
  },
  id_of_another_install: { status: 409, message: 'The plugin uses this ID for another install.' },
  token_not_refused: { status: 409, message: 'The plugin accepts its token, so there is nothing to renew.' },
  no_embed: { status: 404, message: 'This plugin has nothing to embed.' },
  embed_not_active: { status: 409, message: 'The embed can be shown while the plugin is active.' },
  embed_refused: {
    status: 409,
    message:
      'The snippet of this plugin is not safe to embed, so it is not shown. Its author must publish another one.',
  },
  confirm_mismatch: { status: 422, message: 'The name does not match. To confirm, type the name of the venture.' },
  event_kind_invalid: {
    status: 422,
    message: 'The kind or the schema of its payload is not valid. See details.',
  },
  host_events_invalid: {
    status: 422,
    message: 'Some events are not valid, so none was accepted. See details.',
  },
  host_event_changed: {
    status: 409,
    message:
      'An event with this ID was accepted with other content. Send each event under an ID of its own. See details.',
  },
  host_event_not_found: { status: 404, message: 'Event not found.' },
});
