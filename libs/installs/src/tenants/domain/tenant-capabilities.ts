import { defineCapabilities } from '@portal/kernel';
import { installsErrors } from '../../errors.js';

/** What a tenant may do. `suspended`: an invoice is overdue for too long, so its paid installs are suspended. */
export const TENANT_CAPABILITIES = defineCapabilities({
  thing: 'tenant',
  words: {
    install: 'install plugins',
    install_paid: 'install paid plugins',
    invite: 'have operators invited',
    be_charged: 'be charged for invoices',
    be_refunded: 'be refunded',
  },
  states: {
    good: ['install', 'install_paid', 'invite', 'be_charged', 'be_refunded'],
    suspended: ['install', 'invite', 'be_charged', 'be_refunded'],
  },
  because: () => installsErrors.tenant_suspended(),
});
export type TenantCapability = keyof (typeof TENANT_CAPABILITIES)['words'];
export type TenantCondition = (typeof TENANT_CAPABILITIES)['states'][number];
