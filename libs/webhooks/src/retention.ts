import { defineRetention } from '@portal/platform/retention';

const DAYS = 30;

// Until then they can be viewed and resent; the others wait for a webhook that was never verified.
defineRetention(
  { table: 'webhooks.messages', since: 'ended_at', days: DAYS, when: `state <> 'pending'` },
  { table: 'webhooks.messages', since: 'next_attempt_at', days: DAYS, when: `state = 'pending'` },
);
