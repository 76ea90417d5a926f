import { defineGauge } from '@portal/platform/health';

defineGauge({
  name: 'portal_webhooks_due',
  help: "Messages to authors' servers that are due and not delivered",
  sql: `select count(*) from webhooks.messages where state = 'pending' and next_attempt_at <= clock_timestamp()`,
});
defineGauge({
  name: 'portal_webhooks_oldest_due_seconds',
  help: "For how long the message to an author's server that is overdue longest has been due",
  sql: `select coalesce(extract(epoch from clock_timestamp() - min(next_attempt_at)), 0) from webhooks.messages
    where state = 'pending' and next_attempt_at <= clock_timestamp()`,
});
