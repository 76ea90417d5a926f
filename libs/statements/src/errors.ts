import { defineErrors } from '@portal/kernel';

export const statementErrors = defineErrors({
  statement_not_found: [404, 'Statement not found.'],
  statement_altered: [
    409,
    'This statement does not match its seal: the lines and bookings behind it have changed. It is withheld until finance has investigated.',
  ],
  self_billing_not_found: [404, 'This statement has no such self-billing invoice.'],
  tax_profile_invalid: [422, 'Reverse charge requires a VAT number.'],
  reverse_charge_domestic: [
    422,
    'Reverse charge applies only between different countries, and the operator of this portal is in yours.',
  ],
  self_billing_recipient_missing: [
    409,
    'Self-billing invoices are made out to the operator of this portal, whose legal name and address are not set yet. Agree to them once finance has set "Operator on documents".',
  ],
  export_not_found: [404, 'Export not found. Exports are deleted after 30 days.'],
  export_not_ready: [409, 'This export is not ready yet. Try again in a moment.'],
});
