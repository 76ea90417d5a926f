import { defineErrors } from '@portal/kernel';

export const stripeErrors = defineErrors({
  payment_provider_unavailable: [
    503,
    'The payment provider is temporarily unavailable, and nothing was lost. Try again in a moment.',
  ],
  payment_provider_refused: [422, 'The payment provider rejected this request.'],
  payment_provider_misconfigured: [502, 'The payment provider rejected our request. We must fix this on our side.'],
  webhook_signature_invalid: [400, 'The signature of this event is not valid.'],
  webhook_closed: [403, 'This endpoint does not accept events because no signing secret is set.'],
});
