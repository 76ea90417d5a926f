import { AppError, defineCapabilities } from '@portal/kernel';
import { payoutErrors } from '../../errors.js';
import { UNPAID_TEXT } from '../../runs/domain/unpaid.js';

/** What an author may do as a payee, by its payout account. Holds withhold amounts besides (`planPayout`). */
export const PAYEE_CAPABILITIES = defineCapabilities({
  thing: 'payee',
  words: {
    set_up_account: 'set up a payout account',
    replace_account: 'replace its payout account',
    be_paid: 'be paid',
  },
  states: {
    not_approved: [],
    none: ['set_up_account'],
    not_ready: ['set_up_account', 'replace_account'],
    cooling_down: ['set_up_account', 'replace_account'],
    ready: ['set_up_account', 'replace_account', 'be_paid'],
  },
  because: (state, capability) => {
    if (state === 'not_approved') return new AppError(payoutErrors.payout_account_too_early);
    if (state === 'none' || capability !== 'be_paid') return new AppError(payoutErrors.payout_account_not_found);
    const message = state === 'cooling_down' ? UNPAID_TEXT.cooling_down : UNPAID_TEXT.account_not_ready;
    return new AppError(payoutErrors.payout_account_not_found, { message });
  },
});
export type PayeeCondition = (typeof PAYEE_CAPABILITIES)['states'][number];
