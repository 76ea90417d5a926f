import { defineGauge } from '@portal/platform/health';

defineGauge({
  name: 'portal_key_overlaps_running',
  help: 'Signing keys that have a successor and are still valid',
  sql: `select count(*) from secrets.signing_keys where not_after > (select platform.portal_now()) and revoked_at is null`,
});
