import { defineErrors } from '@portal/kernel';

export const ledgerErrors = defineErrors({
  posting_invalid: { status: 500, message: 'The posting is not valid and was rejected. Nothing was booked.' },
  posting_conflict: { status: 409, message: 'This posting has already been booked with different content.' },
  account_below_floor: { status: 409, message: 'The balance of the account is too low for this posting.' },
  currency_invalid: { status: 400, message: 'Enter a currency as a three-letter code, such as usd.' },
  period_closed: {
    status: 409,
    message: 'The books of that month are closed. Only corrections can be dated in it.',
  },
  ledger_source_not_found: { status: 404, message: 'No entry has this source.' },
  unknown_account: {
    status: 400,
    message: 'Ledger account not found. Enter it as code, code:currency or code:owner:currency.',
  },
});
