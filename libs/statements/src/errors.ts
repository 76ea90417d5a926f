import { defineErrors } from '@portal/kernel';

export const statementErrors = defineErrors({
  statement_not_found: { status: 404, message: 'No such statement.' },
  statement_altered: {
    status: 409,
    message:
      'This statement, made again from its lines and bookings, is not the one that was sealed. It is not shown before a person has looked at it.',
  },
  tax_profile_invalid: { status: 422, message: 'Reverse charge needs a VAT number.' },
  export_not_found: { status: 404, message: 'No such export, or it is older than 30 days.' },
  export_not_ready: { status: 409, message: 'This export is not finished yet.' },
});
