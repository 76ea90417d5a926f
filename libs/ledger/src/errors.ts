import { defineErrors } from '@portal/kernel';

export const ledgerErrors = defineErrors({
  posting_invalid: { status: 500, message: 'A posting was not valid and was refused. Nothing was booked.' },
  posting_conflict: { status: 409, message: 'This posting was already booked with other content.' },
  account_below_floor: { status: 409, message: 'The account does not hold that much.' },
  currency_invalid: { status: 400, message: 'Write a currency as three letters, e.g. usd.' },
  period_closed: {
    status: 409,
    message: 'The books of that month are closed. Only corrections are dated into it.',
  },
  ledger_source_not_found: { status: 404, message: 'There is nothing of that kind behind any entry.' },
  unknown_account: {
    status: 400,
    message: 'There is no such ledger account. Write code, code:currency or code:owner:currency.',
  },
});
