import { defineErrors } from '@portal/kernel';

export const stripeErrors = defineErrors({
  payment_provider_unavailable: {
    status: 503,
    message: 'The payment provider is temporarily unavailable, and nothing was lost. Try again in a moment.',
  },
  payment_provider_refused: { status: 422, message: 'The payment provider rejected this request.' },
  payment_provider_misconfigured: {
    status: 502,
    message: 'The payment provider rejected our request. We must fix this on our side.',
  },
  webhook_signature_invalid: { status: 400, message: 'The signature of this event is not valid.' },
  webhook_closed: { status: 403, message: 'This endpoint does not accept events because no signing secret is set.' },
});
