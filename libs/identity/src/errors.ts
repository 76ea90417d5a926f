import { defineErrors } from '@portal/kernel';

export const identityErrors = defineErrors({
  sign_in_failed: {
    status: 401,
    message: 'E-mail or password is wrong, or the address is not confirmed yet. Check both, and the mail that we sent.',
  },
  too_many_attempts: { status: 429, message: 'Too many attempts. Wait before you try again.' },
  password_too_weak: { status: 400, message: 'Choose another password. See details.' },
  demo_person_not_found: { status: 404, message: 'There is no such demo person here.' },
  confirmation_not_valid: { status: 404, message: 'This link is used or too old. Ask for a new one.' },
  reset_not_valid: { status: 404, message: 'This link is used or too old. Ask for a new one.' },
  password_wrong: { status: 400, message: 'This is not your present password.' },
  oidc_not_configured: { status: 404, message: 'No sign-in provider is set up here.' },
  oidc_failed: { status: 401, message: 'Signing in at the provider did not work. Start again.' },
  oidc_email_not_verified: {
    status: 403,
    message: 'The provider has not verified your e-mail address. Verify it there, then try again.',
  },
  challenge_not_valid: {
    status: 401,
    message: 'This took too long, or there were too many wrong codes. Start again with your password.',
  },
  second_factor_wrong: { status: 400, message: 'This code is wrong or was used already. Wait for the next one.' },
  second_factor_on: { status: 409, message: 'The second step is on already.' },
  second_factor_not_started: { status: 409, message: 'Start setting up the second step first.' },
  step_up_failed: { status: 400, message: 'This is not right. Check it and try again.' },
  step_up_by_sign_in: {
    status: 409,
    message: 'This account has neither a password nor a code. Sign out and in again to confirm that it is you.',
  },
  notification_not_found: { status: 404, message: 'No such notification.' },
  mail_topic_not_found: { status: 404, message: 'There is no such topic.' },
  mail_topic_mandatory: {
    status: 422,
    message: 'Mail about this topic cannot be switched off: without it you could lose access, a right or money.',
  },
  session_not_found: { status: 404, message: 'This session has ended already.' },
  api_token_not_found: { status: 404, message: 'No such API token.' },
  api_token_roles_not_held: { status: 403, message: 'A token can only carry roles that you hold yourself.' },
  api_token_one_organization: {
    status: 400,
    message: 'A token is for one organisation. Make one for each.',
  },
  api_token_ambiguous: {
    status: 403,
    message:
      'This token is for several organisations, so it does not say for which one it asks. End it and make one for each.',
  },
  user_not_found: { status: 404, message: 'No such user.' },
  self_grant: { status: 403, message: 'Nobody changes their own roles. Ask another admin.' },
  self_disable: { status: 403, message: 'Nobody disables themselves. Ask another admin.' },
  person_disabled: { status: 409, message: 'This person is disabled already.' },
  person_not_disabled: { status: 409, message: 'This person is not disabled.' },
  last_admin: { status: 409, message: 'Nobody would be left who administers. Appoint another admin first.' },
  role_needs_two_admins: {
    status: 409,
    message: 'Two admins give this role. Propose it; another admin confirms.',
  },
  role_held: { status: 409, message: 'This person holds the role already.' },
  role_proposal_open: {
    status: 409,
    message: 'This role is proposed for this person already. Confirm or withdraw that.',
  },
  role_proposal_not_found: { status: 404, message: 'No such proposal.' },
  role_proposal_closed: { status: 409, message: 'This proposal is confirmed, withdrawn or too old already.' },
  role_proposal_stale: {
    status: 409,
    message: 'Whoever proposed this is no admin any more. Withdraw it and propose it anew.',
  },
  role_proposal_same_person: {
    status: 403,
    message: 'Another admin has to confirm: neither who proposed it nor whom it is about.',
  },
  second_admin_missing: {
    status: 409,
    message:
      'There is no other admin who could confirm this. The operator of the installation appoints a second admin on the server first.',
  },
  role_not_grantable: {
    status: 400,
    message: 'This role belongs to an organisation or a tenant and is granted there.',
  },
});
