import { defineGauge } from '@portal/platform/health';

defineGauge({
  name: 'portal_reconciliation_items_open',
  help: 'Open reconciliation exceptions',
  labels: { name: 'state', values: ['open', 'explained'] },
  sql: `select state as label, count(*) as value from reconciliation.items where state <> 'closed' group by state`,
});
defineGauge({
  name: 'portal_reconciliation_items_blocking',
  limits: [0, 0],
  help: 'Reconciliation exceptions that block payouts',
  sql: `select count(*) from reconciliation.items where state <> 'closed' and blocking`,
});
defineGauge({
  name: 'portal_reconciliation_age_seconds',
  limits: [0, 129_600],
  help: 'Since when the books have not been compared with the provider; 0 before the first time',
  sql: `select coalesce(extract(epoch from platform.portal_now() - max(finished_at)), 0) from reconciliation.runs where state = 'done'`,
});
