import { defineErrors } from '@portal/kernel';

export const ledgerErrors = defineErrors({
  posting_invalid: [500, 'The posting is not valid and was rejected. Nothing was booked.'],
  posting_conflict: [409, 'This posting has already been booked with different content.'],
  account_below_floor: [409, 'The balance of the account is too low for this posting.'],
  currency_invalid: [400, 'Enter a currency as a three-letter code, such as usd.'],
  period_closed: [409, 'The books of that month are closed. Only corrections can be dated in it.'],
  ledger_source_not_found: [404, 'No entry has this source.'],
  unknown_account: [400, 'Ledger account not found. Enter it as code, code:currency or code:owner:currency.'],
});
