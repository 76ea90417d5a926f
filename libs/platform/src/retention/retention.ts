import { defineRetention } from './define-retention.js';

defineRetention(
  // With its deliveries. One that some consumer has not finished stays, so that it can be repeated.
  {
    table: 'platform.outbox_events',
    since: 'created_at',
    days: 90,
    when: `relayed_at is not null and not exists (select from platform.deliveries d where d.event_id = t.id and d.state <> 'done')`,
  },
  { table: 'platform.idempotency_keys', since: 'created_at', days: 1 },
  { table: 'platform.mail_messages', since: 'sent_at', days: ({ mail }) => mail.keptDays },
  { table: 'platform.status_days', since: "day::timestamp at time zone 'UTC'", days: 90, business: true },
);
