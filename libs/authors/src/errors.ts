import { defineErrors, type ErrorDetail } from '@portal/kernel';

export const authorsErrors = defineErrors({
  application_not_found: { status: 404, message: 'No such application.' },
  application_incomplete: { status: 400, message: 'Some answers are missing or not usable yet. See details.' },
  application_open: { status: 409, message: 'You already have an open application. Finish or withdraw it first.' },
  application_not_editable: {
    status: 409,
    message: 'The answers can be changed while the application is a draft or changes are requested.',
  },
  application_closed: {
    status: 409,
    message: 'Messages can be written from submission until the decision.',
  },
  application_refused_recently: {
    status: 409,
    message: 'Your last application was refused within the last 14 days. See details for the day you can apply again.',
  },
  appeal_waits: { status: 409, message: 'Your appeal is not decided yet. Wait for it before you apply again.' },
  nothing_to_appeal: { status: 409, message: 'Only a refused application can be appealed.' },
  appealed_already: { status: 409, message: 'This application was appealed before. An appeal is heard once.' },
  appeal_too_late: { status: 409, message: 'A refusal can be appealed within 30 days.' },
  appeal_not_found: { status: 404, message: 'This application has no appeal.' },
  appeal_decided: { status: 409, message: 'This appeal is decided or withdrawn already.' },
  appeal_other_person: {
    status: 403,
    message: 'You refused this application. Another reviewer decides on its appeal, and on the application after it.',
  },
  no_application_waiting: { status: 404, message: 'No application waits that you may decide.' },
  slug_taken: { status: 409, message: 'This short name is taken. Choose another one.' },
  own_organization: {
    status: 403,
    message: 'You belong to this organisation, or did within the last 180 days. Another reviewer must decide.',
  },
  own_payee_applies: {
    status: 403,
    message: 'An organisation of yours is paid as the same legal person as this one. Another reviewer must decide.',
  },
  application_not_in_review: {
    status: 409,
    message: 'Only an application that is under review is judged. Open it first.',
  },
  application_answers_changed: {
    status: 409,
    message: 'The applicant changed the answers since you looked. Load the application again.',
  },
  application_criterion_unknown: { status: 400, message: 'There is no such criterion, or it is named twice.' },
  application_note_missing: {
    status: 400,
    message: 'Write in at least 10 characters what you looked at or what is missing.',
  },
  application_unjudged: { status: 409, message: 'Judge every criterion first. Not judged in this round:' },
  application_criteria_against: { status: 409, message: 'These criteria are not in order, so it cannot be approved:' },
  application_nothing_against: {
    status: 409,
    message: 'Nothing was judged to need a change, so there is nothing to ask for.',
  },
  application_nothing_failed: { status: 409, message: 'A rejection needs a criterion that fails.' },
  reason_not_in_catalogue: { status: 400, message: 'This reason does not belong to this decision. See details.' },
  organization_not_found: { status: 404, message: 'No organisation of yours.' },
  account_not_found: { status: 404, message: 'You have no developer account yet. Apply first.' },
  agreement_required: { status: 403, message: 'Sign the developer agreement first.' },
  account_suspended: {
    status: 403,
    message: 'This developer account is suspended. A reviewer must lift the suspension.',
  },
  no_such_account: { status: 404, message: 'No such developer account.' },
  account_suspended_already: { status: 409, message: 'This developer account is suspended already.' },
  account_not_suspended: { status: 409, message: 'This developer account is not suspended.' },
  account_terminated: { status: 403, message: 'This developer account has ended.' },
  account_offboarding: {
    status: 403,
    message: 'The end of this developer account is announced: nothing new is taken. What runs goes on until its day.',
  },
  reapplication_too_soon: {
    status: 409,
    message: 'Your developer account has ended. You can apply again 90 days after its end.',
  },
  offboarding_not_found: { status: 404, message: 'No offboarding is announced.' },
  offboarding_announced: { status: 409, message: 'The end of this developer account is announced already.' },
  offboarding_not_confirmed: {
    status: 422,
    message: 'Type the name of the organisation exactly as it is written to confirm.',
  },
  offboarding_by_staff: {
    status: 403,
    message: 'The operator ends this account. Only the operator can take that back.',
  },
  offboarding_final: { status: 409, message: 'The days in which it could be taken back are over.' },
  agreement_not_current: {
    status: 409,
    message: 'This is not the current text of the agreement. Load it again and read what changed.',
  },
  agreement_in_force_first: {
    status: 409,
    message: 'This text is not in force yet. Sign the one in force first.',
  },
  agreement_not_found: { status: 404, message: 'There is no such version of the agreement.' },
  agreement_not_signed: { status: 404, message: 'Your organisation has not signed this version of the agreement.' },
  author_not_found: { status: 404, message: 'There is no such organisation.' },
  agreement_version_taken: { status: 409, message: 'There is a text of this version already. Choose another name.' },
  agreement_dates: { status: 400, message: 'These dates do not fit. See details.' },
  agreement_already_signed: {
    status: 409,
    message: 'This version of the agreement is already signed for your organisation.',
  },
  member_not_found: { status: 404, message: 'No such member.' },
  already_member: { status: 409, message: 'This person is a member already.' },
  last_owner: { status: 409, message: 'An organisation keeps an owner. Make somebody else an owner first.' },
  invitation_not_found: { status: 404, message: 'No such open invitation.' },
  invitation_not_valid: { status: 404, message: 'This invitation is used, taken back or too old. Ask for a new one.' },
  invitation_for_another: {
    status: 403,
    message: 'This invitation is for another address. Sign in with the one it was sent to.',
  },
  too_many_invitations: { status: 429, message: 'Too many invitations within an hour. Wait before you send more.' },
  key_scope_fixed: {
    status: 409,
    message: 'This Drive signs with the key of the first-party Drives. An admin chooses that.',
  },
  drive_not_found: { status: 404, message: 'No such Drive.' },
});

/** Which answer `slug_taken` is about. */
export const slugTaken: ErrorDetail = {
  pointer: '/drive_slug',
  code: 'taken',
  message: authorsErrors.slug_taken.message,
};
