import { defineErrors } from '@portal/kernel';

export const stripeErrors = defineErrors({
  payment_provider_unavailable: {
    status: 503,
    message: 'The payment provider cannot be reached just now. Nothing is lost; try again in a moment.',
  },
  payment_provider_refused: { status: 422, message: 'The payment provider refused this.' },
  payment_provider_misconfigured: {
    status: 502,
    message: 'The payment provider does not accept our request. We have to put this right on our side.',
  },
  webhook_signature_invalid: { status: 400, message: 'The signature of this event is not valid.' },
  webhook_closed: { status: 403, message: 'This endpoint takes no events: no signing secret is set.' },
});
