import { defineGauge } from '@portal/platform/health';
import { IS_SUSPENDED } from '../install/called-sql.js';

/** Deliveries to suspended installs are not due. */
const DUE = `from installs.delivery_queues q join installs.installs i on i.id = q.install_id
    where q.next_attempt_at <= clock_timestamp() and not (i.state = 'active' and ${IS_SUSPENDED})`;

defineGauge({
  name: 'portal_event_deliveries_due',
  help: 'Installs with events that are due and not delivered',
  sql: `select count(*) ${DUE}`,
});
defineGauge({
  name: 'portal_event_deliveries_oldest_due_seconds',
  limits: [0, 300],
  help: 'For how long the event delivery that is overdue longest has been due',
  sql: `select coalesce(extract(epoch from clock_timestamp() - min(q.next_attempt_at)), 0) ${DUE}`,
});
