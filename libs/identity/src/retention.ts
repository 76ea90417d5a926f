import { defineRetention } from '@portal/platform/retention';
import { KNOWN_NETWORK_DAYS } from './credentials/known-places.js';
import { NOTIFICATION_DAYS } from './notifications/domain/notification.js';

defineRetention(
  { table: 'identity.attempts', since: 'ends_at', days: 0 },
  { table: 'identity.known_networks', since: 'seen_at', days: KNOWN_NETWORK_DAYS },
  { table: 'identity.mailed_links', since: 'expires_at', days: 0 },
  { table: 'identity.sign_in_challenges', since: 'expires_at', days: 0 },
  { table: 'identity.notifications', since: 'at', days: NOTIFICATION_DAYS, business: true },
);
