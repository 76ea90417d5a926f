import type { Check } from '../../check.js';
import { confirmsSettings } from './config-update.js';
import { takesEvents } from './delivery.js';
import { eventLogChecks } from './events.js';
import { installChecks } from './install.js';
import { blocksOverQuota } from './quota.js';
import { tenantReadChecks } from './reads.js';
import { revokeChecks } from './revoke.js';
import { twoTenantChecks } from './two-tenants.js';

/** Checks of an install from its first call to its last, on probe tenants. */
export const lifecycleChecks: readonly Check[] = [
  ...installChecks,
  ...eventLogChecks,
  ...tenantReadChecks,
  ...twoTenantChecks,
  ...revokeChecks,
  takesEvents,
  confirmsSettings,
  blocksOverQuota,
];
