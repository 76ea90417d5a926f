import { defineErrors } from '@portal/kernel';

export const installsErrors = defineErrors({
  tenant_exists: { status: 409, message: 'A tenant with this external id exists already.' },
  venture_exists: { status: 409, message: 'This tenant has a venture with this external id already.' },
  unknown_tenant: { status: 404, message: 'No such tenant.' },
  unknown_venture: { status: 404, message: 'No such venture.' },
  operator_not_found: { status: 404, message: 'Nobody with this e-mail address has an account.' },
  not_an_operator: { status: 404, message: 'This person is no operator of the tenant.' },
  plugin_not_found: { status: 404, message: 'No such plugin, or it takes no installs now.' },
  install_not_found: { status: 404, message: 'No such install.' },
  install_exists: { status: 409, message: 'This plugin is installed in this venture already.' },
  plugin_changed: {
    status: 409,
    message: 'The plugin has changed since you looked at it. Load it again and decide anew.',
  },
  permissions_not_granted: { status: 422, message: 'The plugin needs every permission it asks for. See details.' },
  config_invalid: { status: 422, message: 'The settings do not fit what the plugin asks for. See details.' },
  baa_required: {
    status: 403,
    message: 'This plugin needs a business-associate agreement on file for your organisation.',
  },
  residency_missing: {
    status: 403,
    message: 'This plugin does not say that it keeps data in the region your organisation asks for.',
  },
  compliance_missing: {
    status: 403,
    message: 'Your organisation is regulated, and this plugin says nothing about how it treats regulated data.',
  },
  no_price_in_currency: {
    status: 409,
    message:
      'The host has no price for this plugin in the currency that your organisation is billed in. Ask the host for one.',
  },
  currency_unknown: { status: 400, message: 'Nobody can be billed in this currency here.' },
  agreement_end_invalid: { status: 400, message: 'The agreement must end in time to come.' },
  compliance_changed: {
    status: 409,
    message: 'Somebody else changed this since you looked at it. See both, then load it again.',
  },
  revision_not_found: { status: 404, message: 'No such version of this Drive.' },
  install_suspended: {
    status: 409,
    message: 'This plugin is suspended, because an invoice is unpaid. Nothing is lost; pay the invoice first.',
  },
  upgrade_in_assessment: {
    status: 409,
    message:
      'What your organisation has on file has just changed, and this upgrade is looked at anew. Try again in a moment.',
  },
  upgrade_blocked: {
    status: 409,
    message: 'Nobody can accept this upgrade yet, so there is nothing to be reminded of.',
  },
  no_upgrade: { status: 404, message: 'There is no upgrade to decide on.' },
  confirm_mismatch: { status: 422, message: 'Type the name of the venture to confirm.' },
});
