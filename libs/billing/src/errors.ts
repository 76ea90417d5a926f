import { defineErrors } from '@portal/kernel';

export const billingErrors = defineErrors({
  month_invalid: { status: 400, message: 'Write the month as YYYY-MM.' },
  month_not_over: {
    status: 409,
    message: 'This month is not over yet (UTC). It can be closed from the first of the next one.',
  },
  invoice_not_found: { status: 404, message: 'No such invoice.' },
  tenant_not_found: { status: 404, message: 'No such tenant.' },
  payment_method_required: {
    status: 409,
    message: 'A paid install needs a saved payment method. Add one for this tenant first.',
  },
  payment_method_declined: { status: 422, message: 'The card was declined. Try another one.' },
  payment_method_needs_action: {
    status: 422,
    message: 'The card needs a confirmation by its holder. Try another one.',
  },
  payment_method_not_saved: {
    status: 503,
    message: 'The payment provider did not answer. Nothing was charged. Try again.',
  },
});
