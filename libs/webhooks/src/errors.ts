import { defineErrors } from '@portal/kernel';

export const webhooksErrors = defineErrors({
  webhook_not_found: { status: 404, message: 'Webhook not found.' },
  webhook_message_not_found: { status: 404, message: 'Message not found. Messages are deleted after 30 days.' },
  webhook_url_refused: { status: 400, message: 'This URL cannot be used. See details.' },
  webhook_limit: { status: 409, message: 'You have reached the limit of ten webhooks. Delete one first.' },
  webhook_overlap: {
    status: 409,
    message: 'The previous secret is still valid. Wait until it expires, or use force to end it now.',
  },
  webhook_tested_just_now: { status: 429, message: 'This webhook was tested less than a minute ago. Try again later.' },
  webhook_test_once: { status: 409, message: 'A test message is sent once. Send a new test.' },
  webhook_disabled: { status: 409, message: 'This webhook is off. Turn it on first.' },
});
