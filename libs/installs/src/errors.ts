import { defineErrors } from '@portal/kernel';

export const installsErrors = defineErrors({
  tenant_exists: { status: 409, message: 'A tenant with this external id exists already.' },
  venture_exists: { status: 409, message: 'This tenant has a venture with this external id already.' },
  unknown_tenant: { status: 404, message: 'No such tenant.' },
  unknown_venture: { status: 404, message: 'No such venture.' },
  operator_not_found: { status: 404, message: 'Nobody with this e-mail address has an account.' },
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
  revision_not_found: { status: 404, message: 'No such version of this Drive.' },
  install_suspended: {
    status: 409,
    message: 'This plugin is suspended, because an invoice is unpaid. Nothing is lost; pay the invoice first.',
  },
  no_upgrade: { status: 404, message: 'There is no upgrade to decide on.' },
  confirm_mismatch: { status: 422, message: 'Type the name of the venture to confirm.' },
});
