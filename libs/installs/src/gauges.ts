import { defineGauge } from '@portal/platform/health';

defineGauge({
  name: 'portal_plugin_calls_undecided',
  help: 'Installs whose plugin did not answer for 30 days, or refused, and on which a person has to decide',
  sql: `select count(*) from installs.call_plans where state = 'attention'`,
});
defineGauge({
  name: 'portal_poll_lag_seconds',
  limits: [0, 600],
  help: 'For how long the Drive that is overdue longest should have been read',
  sql: `select greatest(0, extract(epoch from platform.portal_now() - min(due_at))) from installs.drive_polls
    where due_at > '-infinity'`,
});
defineGauge({
  name: 'portal_drive_polls_failed',
  help: 'Polls in a row that a Drive did not answer, of the ten Drives with the most',
  labels: { name: 'drive' },
  sql: `select drive_id as label, failures as value from installs.drive_polls where failures > 0 order by failures desc, drive_id limit 10`,
});
