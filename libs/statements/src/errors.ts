import { defineErrors } from '@portal/kernel';

export const statementErrors = defineErrors({
  statement_not_found: { status: 404, message: 'Statement not found.' },
  statement_altered: {
    status: 409,
    message:
      'This statement does not match its seal: the lines and bookings behind it have changed. It is withheld until finance has investigated.',
  },
  tax_profile_invalid: { status: 422, message: 'Reverse charge requires a VAT number.' },
  export_not_found: { status: 404, message: 'Export not found. Exports are deleted after 30 days.' },
  export_not_ready: { status: 409, message: 'This export is not ready yet. Try again in a moment.' },
});
