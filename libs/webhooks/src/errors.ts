import { defineErrors } from '@portal/kernel';

export const webhooksErrors = defineErrors({
  webhook_not_found: [404, 'Webhook not found.'],
  webhook_message_not_found: [404, 'Message not found. Messages are deleted after 30 days.'],
  webhook_url_refused: [400, 'This URL cannot be used. See details.'],
  webhook_limit: [409, 'You have reached the limit of ten webhooks. Delete one first.'],
  webhook_overlap: [409, 'The previous secret is still valid. Wait until it expires, or use force to end it now.'],
  webhook_tested_just_now: [429, 'This webhook was tested less than a minute ago. Try again later.'],
  webhook_test_once: [409, 'A test message is sent once. Send a new test.'],
  webhook_disabled: [409, 'This webhook is off. Turn it on first.'],
});
