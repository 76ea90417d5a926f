import { defineErrors } from '@portal/kernel';

export const payoutErrors = defineErrors({
  payout_run_not_found: { status: 404, message: 'Payout run not found.' },
  payout_run_exists: { status: 409, message: 'This month already has a payout run.' },
  payout_run_open: {
    status: 409,
    message:
      'Another payout run has not been executed yet. Execute or cancel it first: both would pay the same balances.',
  },
  payout_run_blocked: {
    status: 409,
    message: 'This payout run is blocked by open reconciliation items. Resolve them first.',
  },
  payout_run_superseded: {
    status: 409,
    message: 'The failed payouts of this run moved to a later run and are paid there.',
  },
  nothing_to_retry: { status: 409, message: 'None of the failed payouts in this run can be retried now.' },
  run_decision_by_preparer: {
    status: 403,
    message:
      'Only the person who prepared this run can decide on its payouts. Recompute the run to become its preparer.',
  },
  run_decision_unknown: { status: 404, message: 'This run has no payout to this author in this currency.' },
  run_decision_not_payable: {
    status: 409,
    message: 'This payout is blocked, so you cannot include it. Its reason shows what must happen first.',
  },
  decider_cannot_approve: {
    status: 403,
    message: 'You decided on payouts in this run. Another member of finance must approve it.',
  },
  payout_decisions_missing: {
    status: 409,
    message:
      'Some unusual payouts in this run are undecided. The preparer must decide on them before the run can be approved.',
  },
  approval_given: { status: 409, message: 'You have already approved this run.' },
  approver_without_role: {
    status: 409,
    message: 'Someone who approved this run may no longer approve. Another person must approve it.',
  },
  payout_hold_not_found: { status: 404, message: 'Hold not found.' },
  payout_hold_ended: { status: 409, message: 'This hold has already ended.' },
  recovery_not_found: { status: 404, message: 'Proposal not found, or already decided.' },
  recovery_not_due: {
    status: 409,
    message: 'This balance is not negative, or future earnings may still cover it.',
  },
  recovery_too_much: { status: 409, message: 'This is more than the author owes.' },
  recovery_exists: { status: 409, message: 'A proposal to settle this balance is already open.' },
  recovery_evidence_missing: {
    status: 422,
    message: 'A payment made another way requires a reference. Add one.',
  },
  recovery_second_person: {
    status: 403,
    message: 'You proposed this. Another member of finance must approve it.',
  },
  period_not_closed: { status: 409, message: 'Close the month before you prepare its payouts.' },
  preparer_cannot_approve: {
    status: 403,
    message: 'You prepared this run. Another member of finance must approve it.',
  },
  payout_set_changed: {
    status: 409,
    message: 'The payouts in this run changed after you opened it. Reload the run and review it before you approve.',
  },
  payout_balance_short: {
    status: 409,
    message: 'The available balance at the payment processor does not cover this run yet.',
  },
  payout_account_not_found: { status: 404, message: 'You do not have a payout account yet. Set one up first.' },
  payout_account_too_early: {
    status: 409,
    message: 'You can set up a payout account after your application is approved, in the country that was approved.',
  },
  payout_country_unsupported: {
    status: 422,
    message: 'Payouts are not available in this country.',
  },
  payout_account_swap_open: { status: 409, message: 'Another payout account is already being set up.' },
  payout_account_swap_not_found: { status: 404, message: 'No other payout account is being set up.' },
});
