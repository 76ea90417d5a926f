import { commonErrors, defineErrors } from '@portal/kernel';

export const approvalErrors = defineErrors({
  approval_not_found: [404, 'Approval not found.'],
  approval_open: [409, 'This has been proposed already and waits for a second person.'],
  approval_closed: [409, 'This was decided, withdrawn or replaced, or it waited too long. Propose it again.'],
  approval_changed: [409, 'This has changed since you opened it. Reload the page, then decide.'],
  approval_same_person: [403, 'You proposed this, so another person has to decide. You can withdraw it.'],
  approval_about_you: [403, 'This is about you, so others have to decide.'],
  approval_not_yours: [403, 'Only the person who proposed this can withdraw it. You can refuse it.'],
  approval_role: [403, 'This needs a role that you do not have.'],
  approval_nobody_else: [409, 'Nobody else has the role to decide this. Have it granted to another person first.'],
  approval_proposer_left: [
    409,
    'The person who proposed this no longer has the role. Somebody else has to propose it.',
  ],
  case_not_open: [404, 'There is no such case that waits for a reviewer. Reload the page.'],
  no_case_waiting: [
    404,
    'There is no case waiting that you can review: open cases are claimed, or belong to an organisation of yours.',
  ],
  case_claimed: [
    409,
    'Another reviewer is working on this case. See details, and talk to them before you take it over.',
  ],
  case_of_own_decision: [403, 'You took part in the decision before the appeal. Another reviewer must do this.'],
  capability_unknown: [400, 'There is no such capability of this thing.'],
  capability_until: [400, 'It must end in the future, at most a year ahead.'],
  capability_not_off: [409, 'This is not switched off any more. Reload the page.'],
  capability_off: [403, 'The platform switched this off. The message says until when and why.'],
});

/** What a broken rule of `approvals.approvals` means to the caller. */
export const APPROVAL_REFUSALS = {
  approvals_one_waiting: approvalErrors.approval_open,
  approvals_second_person: approvalErrors.approval_same_person,
  approvals_not_about_oneself: approvalErrors.approval_about_you,
  own_organization: commonErrors.own_organization,
  approvals_in_time: approvalErrors.approval_closed,
  approvals_pinned: approvalErrors.approval_closed,
  approvals_role: approvalErrors.approval_role,
  approvals_proposer_holds_role: approvalErrors.approval_proposer_left,
} as const;
