import { defineErrors } from '@portal/kernel';

export const payoutErrors = defineErrors({
  payout_run_not_found: { status: 404, message: 'No such payout run.' },
  payout_run_exists: { status: 409, message: 'This month has a payout run already.' },
  payout_run_open: {
    status: 409,
    message: 'Another payout run is not executed yet. Execute or cancel it first: both would count the same balances.',
  },
  payout_run_blocked: {
    status: 409,
    message: 'Something has to be settled in the reconciliation before this payout run can go on.',
  },
  payout_run_superseded: {
    status: 409,
    message: 'A later payout run has taken over what failed here. It is paid there.',
  },
  nothing_to_retry: { status: 409, message: 'None of the failed payouts of this run can be sent now.' },
  run_decision_by_preparer: {
    status: 403,
    message: 'Only the person who prepared this run decides about its payouts. Compute it anew to take it over.',
  },
  run_decision_unknown: { status: 404, message: 'This run has no payout to this author in this currency.' },
  run_decision_not_payable: {
    status: 409,
    message:
      'The rules do not pay this in the run, so it cannot be included. Its reason says what has to happen first.',
  },
  decider_cannot_approve: {
    status: 403,
    message: 'You decided about payouts of this run. Another person of finance must approve it.',
  },
  payout_decisions_missing: {
    status: 409,
    message:
      'Unusual payouts of this run are undecided. The preparer has to decide about them before anybody approves.',
  },
  approval_given: { status: 409, message: 'You have approved this run already.' },
  approver_without_role: {
    status: 409,
    message: 'Somebody who approved this run may not do so any more. Another person has to approve it.',
  },
  payout_hold_not_found: { status: 404, message: 'No such hold.' },
  payout_hold_ended: { status: 409, message: 'This hold has ended already.' },
  recovery_not_found: { status: 404, message: 'No such proposal, or it is decided already.' },
  recovery_not_due: {
    status: 409,
    message: 'This balance is not negative, or it may still be covered by what the author earns.',
  },
  recovery_too_much: { status: 409, message: 'The author does not owe that much any more.' },
  recovery_exists: { status: 409, message: 'Somebody proposed already how this balance is settled.' },
  recovery_evidence_missing: {
    status: 422,
    message: 'What was paid in another way needs a reference under which it can be looked up.',
  },
  recovery_second_person: {
    status: 403,
    message: 'You proposed this. Another person of finance must approve it.',
  },
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
  payout_country_unsupported: {
    status: 422,
    message:
      'Payouts do not reach this country: the processor pays out across borders only within a group of countries.',
  },
  payout_account_swap_open: { status: 409, message: 'Another payout account is being set up already.' },
  payout_account_swap_not_found: { status: 404, message: 'No other payout account is being set up.' },
});
