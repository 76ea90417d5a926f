import { defineGauge } from '@portal/platform/health';

defineGauge({
  name: 'portal_plugin_calls_undecided',
  help: 'Installs whose plugin did not answer for 30 days, or refused, and on which a person has to decide',
  sql: `select count(*) from installs.call_plans where state = 'attention'`,
});
