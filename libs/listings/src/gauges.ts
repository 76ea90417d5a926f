import { defineGauge } from '@portal/platform/health';

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
  sql: `select count(*) from listings.review_exceptions where ended_at is null and ends_at > platform.portal_now()`,
});
