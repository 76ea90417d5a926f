import { defineErrors, type ErrorDetail } from '@portal/kernel';

export const authorsErrors = defineErrors({
  application_not_found: { status: 404, message: 'Application not found.' },
  application_incomplete: { status: 400, message: 'Some answers are missing or not valid. See details.' },
  application_open: { status: 409, message: 'You already have an open application. Finish or withdraw it first.' },
  application_not_editable: {
    status: 409,
    message: 'You can only edit the answers of a draft, or when changes are requested.',
  },
  application_closed: {
    status: 409,
    message: 'You can only write messages between submission and the decision.',
  },
  application_refused_recently: {
    status: 409,
    message: 'Your last application was rejected less than 14 days ago. See details for when you can apply again.',
  },
  appeal_waits: {
    status: 409,
    message: 'Your appeal has not been decided yet. You can apply again after the decision.',
  },
  nothing_to_appeal: { status: 409, message: 'Only a rejected application can be appealed.' },
  appealed_already: {
    status: 409,
    message: 'This application has already been appealed. Each application can be appealed once.',
  },
  appeal_too_late: { status: 409, message: 'The time to appeal is over: a rejection can be appealed within 30 days.' },
  appeal_not_found: { status: 404, message: 'This application has no appeal.' },
  appeal_decided: { status: 409, message: 'This appeal has already been decided or withdrawn.' },
  appeal_other_person: {
    status: 403,
    message: 'You rejected this application. Another reviewer must decide the appeal and the application after it.',
  },
  no_application_waiting: { status: 404, message: 'There is no application waiting that you can review.' },
  not_approved_yet: {
    status: 403,
    message: 'Your application has not been approved yet. You can do this once it is.',
  },
  slug_taken: { status: 409, message: 'This slug is taken. Choose another one.' },
  own_organization: {
    status: 403,
    message: 'You belong to this organisation, or did within the last 180 days. Another reviewer must decide.',
  },
  own_payee_applies: {
    status: 403,
    message: 'One of your organisations is paid as the same legal entity as this one. Another reviewer must decide.',
  },
  application_not_in_review: {
    status: 409,
    message: 'This application is not in review. Start the review before you check its criteria.',
  },
  application_answers_changed: {
    status: 409,
    message: 'The applicant changed the answers after you opened them. Reload the application.',
  },
  application_criterion_unknown: { status: 400, message: 'This criterion does not exist, or is listed twice.' },
  application_note_missing: {
    status: 400,
    message: 'Add a note of at least 10 characters: what you checked, or what is missing.',
  },
  application_unjudged: {
    status: 409,
    message: 'Assess every criterion before you decide. Not assessed in this round:',
  },
  application_criteria_against: {
    status: 409,
    message: 'This application cannot be approved. These criteria have not passed:',
  },
  application_nothing_against: {
    status: 409,
    message: 'No criterion needs changes, so there are no changes to request.',
  },
  application_nothing_failed: {
    status: 409,
    message: 'No criterion failed. Mark at least one as failed before you reject.',
  },
  reason_not_in_catalogue: {
    status: 400,
    message: 'This reason cannot be used for this decision. See details for the reasons you can use.',
  },
  organization_not_found: { status: 404, message: 'Organisation not found, or you are not a member.' },
  account_not_found: { status: 404, message: 'You do not have a developer account yet. Apply for one first.' },
  agreement_required: { status: 403, message: 'Sign the developer agreement first.' },
  account_suspended: {
    status: 403,
    message: 'This developer account is suspended. A reviewer must lift the suspension.',
  },
  no_such_account: { status: 404, message: 'Developer account not found.' },
  account_suspended_already: { status: 409, message: 'This developer account is already suspended.' },
  account_not_suspended: { status: 409, message: 'This developer account is not suspended.' },
  account_terminated: { status: 403, message: 'This developer account is closed.' },
  account_offboarding: {
    status: 403,
    message:
      'This developer account is closing, so you cannot add anything new. Running installs continue until the closing date.',
  },
  reapplication_too_soon: {
    status: 409,
    message: 'Your developer account was closed. You can apply again 90 days after it closed.',
  },
  offboarding_not_found: { status: 404, message: 'No closing of this developer account is announced.' },
  offboarding_announced: { status: 409, message: 'The closing of this developer account is already announced.' },
  offboarding_not_confirmed: {
    status: 422,
    message: 'The name does not match. To confirm, type the name of the organisation exactly as shown.',
  },
  offboarding_by_staff: {
    status: 403,
    message: 'The platform is closing this account, so only the platform can withdraw it.',
  },
  offboarding_final: { status: 409, message: 'It is too late to withdraw this.' },
  agreement_not_current: {
    status: 409,
    message: 'This is no longer the current agreement. Reload it and read what changed.',
  },
  agreement_in_force_first: {
    status: 409,
    message: 'This agreement is not in force yet. Sign the one that is in force first.',
  },
  agreement_not_found: { status: 404, message: 'This version of the agreement does not exist.' },
  agreement_not_signed: { status: 404, message: 'Your organisation has not signed this version of the agreement.' },
  author_not_found: { status: 404, message: 'Organisation not found.' },
  agreement_version_taken: { status: 409, message: 'This version name is already in use. Choose another one.' },
  agreement_dates: { status: 400, message: 'These dates are not valid. See details.' },
  agreement_already_signed: {
    status: 409,
    message: 'Your organisation has already signed this version of the agreement.',
  },
  member_not_found: { status: 404, message: 'Member not found.' },
  already_member: { status: 409, message: 'This person is already a member.' },
  last_owner: { status: 409, message: 'This is the last owner of the organisation. Make someone else an owner first.' },
  invitation_not_found: { status: 404, message: 'Invitation not found, or no longer open.' },
  invitation_not_valid: {
    status: 404,
    message: 'This invitation has been used, withdrawn or has expired. Ask for a new one.',
  },
  invitation_for_another: {
    status: 403,
    message: 'This invitation was sent to a different email address. Sign in with that address.',
  },
  too_many_invitations: { status: 429, message: 'Too many invitations in the last hour. Wait before you send more.' },
  key_scope_fixed: {
    status: 409,
    message: 'This Drive signs with the key shared by first-party Drives. Only an admin can change that.',
  },
  drive_not_found: { status: 404, message: 'Drive not found.' },
});

/** The field that `slug_taken` is about. */
export const slugTaken: ErrorDetail = {
  pointer: '/drive_slug',
  code: 'taken',
  message: authorsErrors.slug_taken.message,
};
