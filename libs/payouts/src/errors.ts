import { defineErrors } from '@portal/kernel';

export const payoutErrors = defineErrors({
  payout_run_not_found: [404, 'Payout run not found.'],
  payout_run_exists: [409, 'This month already has a payout run.'],
  payout_run_open: [
    409,
    'Another payout run has not been executed yet. Execute or cancel it first: both would pay the same balances.',
  ],
  payout_run_blocked: [409, 'The books must be reconciled before this payout run goes on.'],
  payout_run_superseded: [409, 'The failed payouts of this run moved to a later run and are paid there.'],
  nothing_to_retry: [409, 'None of the failed payouts in this run can be retried or given up now.'],
  run_decision_by_preparer: [
    403,
    'Only the person who prepared this run can decide on its payouts. Recompute the run to become its preparer.',
  ],
  run_decision_unknown: [404, 'This run has no payout to this author in this currency.'],
  run_decision_not_payable: [
    409,
    'This payout is blocked, so you cannot include it. Its reason shows what must happen first.',
  ],
  decider_cannot_approve: [403, 'You decided on payouts in this run. Another member of finance must approve it.'],
  payout_decisions_missing: [
    409,
    'Some unusual payouts in this run are undecided. The preparer must decide on them before the run can be approved.',
  ],
  approval_given: [409, 'You have already approved this run.'],
  approver_without_role: [409, 'Someone who approved this run may no longer approve. Another person must approve it.'],
  payout_hold_not_found: [404, 'Hold not found.'],
  payout_hold_ended: [409, 'This hold has already ended.'],
  recovery_not_due: [409, 'This balance is not negative, or future earnings may still cover it.'],
  recovery_too_much: [409, 'This is more than the author owes.'],
  recovery_evidence_missing: [422, 'A payment made another way requires a reference. Add one.'],
  period_not_closed: [409, 'Close the month before you prepare its payouts.'],
  preparer_cannot_approve: [403, 'You prepared this run. Another member of finance must approve it.'],
  preparer_left: [
    409,
    'The person who prepared this run is not in finance any more. Recompute the run, then another person approves it.',
  ],
  payout_set_changed: [
    409,
    'The payouts in this run changed after you opened it. Reload the run and review it before you approve.',
  ],
  payout_balance_short: [409, 'The available balance at the payment processor does not cover this run yet.'],
  payout_account_not_found: [404, 'You do not have a payout account yet. Set one up first.'],
  payout_account_too_early: [
    409,
    'You can set up a payout account after your application is approved, in the country that was approved.',
  ],
  payout_country_unsupported: [422, 'Payouts are not available in this country.'],
  payout_account_swap_open: [409, 'Another payout account is already being set up.'],
  payout_account_swap_not_found: [404, 'No other payout account is being set up.'],
});
