import { defineGauge } from '@portal/platform/health';

/** Deliveries to paused installs, and to a suspended tenant's paid ones, are not due. */
const DUE = `from installs.delivery_queues q join installs.installs i on i.id = q.install_id
    where q.next_attempt_at <= clock_timestamp() and not (i.state = 'active' and i.paused_at is not null) and not (i.price_id is not null
      and exists (select from installs.tenants t where t.id = i.tenant_id and t.suspended_at is not null))`;

defineGauge({
  name: 'portal_event_deliveries_due',
  help: 'Installs with events that are due and not delivered',
  sql: `select count(*) ${DUE}`,
});
defineGauge({
  name: 'portal_event_deliveries_oldest_due_seconds',
  help: 'For how long the event delivery that is overdue longest has been due',
  sql: `select coalesce(extract(epoch from clock_timestamp() - min(q.next_attempt_at)), 0) ${DUE}`,
});
