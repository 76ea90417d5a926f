import { defineGauge } from '@portal/platform/health';

/** Messages that wait for a verification or for a webhook to be turned on do not count as due. */
const DUE = `from webhooks.messages m join webhooks.endpoints e on e.id = m.endpoint_id
    where m.state = 'pending' and m.next_attempt_at <= clock_timestamp() and e.state = 'active'`;

defineGauge({
  name: 'portal_webhooks_due',
  help: "Messages to authors' servers that are due and not delivered",
  sql: `select count(*) ${DUE}`,
});
defineGauge({
  name: 'portal_webhooks_oldest_due_seconds',
  limits: [0, 300],
  help: "For how long the message to an author's server that is overdue longest has been due",
  sql: `select coalesce(extract(epoch from clock_timestamp() - min(m.next_attempt_at)), 0) ${DUE}`,
});
