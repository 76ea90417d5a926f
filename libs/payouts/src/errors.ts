import { defineErrors } from '@portal/kernel';

export const payoutErrors = defineErrors({
  payout_run_not_found: { status: 404, message: 'No such payout run.' },
  payout_run_exists: { status: 409, message: 'This month has a payout run already.' },
  period_not_closed: { status: 409, message: 'The month must be closed before its payouts can be prepared.' },
  preparer_cannot_approve: {
    status: 403,
    message: 'You prepared this run. Another person of finance must approve it.',
  },
  payout_set_changed: {
    status: 409,
    message: 'This is not the set that was prepared. Load the run again and look at it before you approve.',
  },
  payout_balance_short: { status: 409, message: 'The available balance at the processor does not cover this run yet.' },
  payout_account_not_found: { status: 404, message: 'There is no payout account yet. Set one up first.' },
  payout_account_too_early: {
    status: 409,
    message: 'A payout account can be opened once your application is approved, for the country that was approved.',
  },
});
