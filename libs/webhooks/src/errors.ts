import { defineErrors } from '@portal/kernel';

export const webhooksErrors = defineErrors({
  webhook_not_found: { status: 404, message: 'No such webhook.' },
  webhook_message_not_found: { status: 404, message: 'No such message. Messages are kept for 30 days.' },
  webhook_url_refused: { status: 400, message: 'This address cannot be used. See details.' },
  webhook_limit: { status: 409, message: 'There are ten webhooks already. Remove one first.' },
  webhook_overlap: {
    status: 409,
    message: 'The secret before this one is still valid. Wait until it has ended, or end it now with force.',
  },
  webhook_disabled: { status: 409, message: 'This webhook is switched off. Switch it on first.' },
});
