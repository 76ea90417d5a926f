import { defineErrors } from '@portal/kernel';

export const ledgerErrors = defineErrors({
  posting_invalid: { status: 500, message: 'A posting was not valid and was refused. Nothing was booked.' },
  posting_conflict: { status: 409, message: 'This posting was already booked with other content.' },
  account_below_floor: { status: 409, message: 'The account does not hold that much.' },
  unknown_account: {
    status: 400,
    message: 'There is no such ledger account. Write code, code:currency or code:owner:currency.',
  },
});
