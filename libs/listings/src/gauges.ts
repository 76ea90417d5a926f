import { defineGauge } from '@portal/platform/health';
import { DRIVE_SQL } from './listing/domain/drive-capabilities.js';

defineGauge({
  name: 'portal_manifests_held',
  help: 'Reasons for which a changed manifest of a listed Drive is not followed',
  sql: `select count(*) from listings.sync_notes where resolved_at is null and kind <> 'token_still_accepted'`,
});
defineGauge({
  name: 'portal_reviews_waiting',
  help: 'Submissions that wait for a reviewer',
  sql: `select count(*) from listings.submissions where state = 'in_review'`,
});
defineGauge({
  name: 'portal_review_exceptions_open',
  help: 'Exceptions from criteria that hold',
  sql: `select count(*) from listings.review_exceptions where ended_at is null and ends_at > (select platform.portal_now())`,
});
defineGauge({
  name: 'portal_sync_lag_seconds',
  limits: [0, 3_600],
  help: 'For how long the Drive that is overdue longest should have had its manifest read',
  sql: `select coalesce(greatest(0, extract(epoch from clock_timestamp() - min(next_sync_at))), 0) from listings.listings
    where next_sync_at is not null and state in (${DRIVE_SQL.sync})`,
});
