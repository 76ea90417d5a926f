import { defineErrors } from '@portal/kernel';

export const identityErrors = defineErrors({
  sign_in_failed: {
    status: 401,
    message:
      'Incorrect email or password, or the email address is not confirmed yet. Check both, and look for our confirmation mail.',
  },
  too_many_attempts: { status: 429, message: 'Too many attempts. Wait before you try again.' },
  password_too_weak: { status: 400, message: 'This password cannot be used. See details, then choose another one.' },
  demo_person_not_found: { status: 404, message: 'Demo user not found.' },
  confirmation_not_valid: { status: 404, message: 'This link has been used or has expired. Request a new one.' },
  reset_not_valid: { status: 404, message: 'This link has been used or has expired. Request a new one.' },
  password_wrong: { status: 400, message: 'Your current password is incorrect. Check it and try again.' },
  oidc_not_configured: {
    status: 404,
    message: 'Single sign-on is not set up for this portal. Sign in with email and password.',
  },
  oidc_failed: { status: 401, message: 'Single sign-on failed. Start again.' },
  oidc_email_not_verified: {
    status: 403,
    message: 'The provider has not verified your email address. Verify it there, then try again.',
  },
  challenge_not_valid: {
    status: 401,
    message: 'This sign-in has expired, or too many codes were wrong. Start again with your password.',
  },
  second_factor_wrong: {
    status: 400,
    message: 'This code is incorrect or has been used. Wait for the next code and try again.',
  },
  second_factor_off: { status: 409, message: 'Two-factor authentication is not on for this person.' },
  second_factor_on: { status: 409, message: 'Two-factor authentication is already on.' },
  second_factor_not_started: {
    status: 409,
    message: 'Start setting up two-factor authentication before you enter a code.',
  },
  step_up_failed: { status: 400, message: 'Incorrect password or code. Check it and try again.' },
  step_up_by_sign_in: {
    status: 409,
    message:
      'This account has no password or two-factor authentication. To confirm your identity, sign out and sign in again.',
  },
  notification_not_found: { status: 404, message: 'Notification not found.' },
  mail_topic_not_found: { status: 404, message: 'Mail topic not found.' },
  mail_topic_mandatory: {
    status: 422,
    message: 'You cannot turn off these mails: without them you could lose access, rights or money.',
  },
  session_not_found: { status: 404, message: 'This session has already ended.' },
  api_token_not_found: { status: 404, message: 'API token not found.' },
  host_token_same_person: {
    status: 403,
    message: 'You created this token. Another admin must approve it.',
  },
  api_token_roles_not_held: {
    status: 403,
    message: 'A token can only have roles that you have yourself. Remove the other roles.',
  },
  api_token_one_organization: {
    status: 400,
    message: 'A token works for one organisation only. Create one for each.',
  },
  api_token_ambiguous: {
    status: 403,
    message:
      'This token covers several organisations, so the request is ambiguous. Revoke it and create one token for each.',
  },
  user_not_found: { status: 404, message: 'User not found.' },
  self_grant: { status: 403, message: 'You cannot change your own roles. Ask another admin.' },
  self_disable: { status: 403, message: 'You cannot disable your own account. Ask another admin.' },
  person_disabled: { status: 409, message: 'This person is already disabled.' },
  person_not_disabled: { status: 409, message: 'This person is not disabled.' },
  last_admin: { status: 409, message: 'This is the last admin. Appoint another admin first.' },
  role_needs_two_admins: {
    status: 409,
    message: 'Two admins must agree to grant this role. Propose it, so that another admin can confirm.',
  },
  role_held: { status: 409, message: 'This person already has this role.' },
  role_proposal_open: {
    status: 409,
    message: 'This role is already proposed for this person. Confirm or withdraw that proposal.',
  },
  role_proposal_not_found: { status: 404, message: 'Proposal not found.' },
  role_proposal_closed: { status: 409, message: 'This proposal has been confirmed, withdrawn or has expired.' },
  role_proposal_stale: {
    status: 409,
    message: 'The person who proposed this is no longer an admin. Withdraw the proposal and make a new one.',
  },
  role_proposal_same_person: {
    status: 403,
    message: 'A different admin must confirm: not the one who proposed this, and not the one it is about.',
  },
  self_factor_removal: {
    status: 403,
    message: 'You cannot request the removal of your own second factor. Ask another admin.',
  },
  factor_removal_open: {
    status: 409,
    message: 'The removal of this second factor is already requested. Approve or cancel that request.',
  },
  factor_removal_not_found: { status: 404, message: 'No removal of a second factor found.' },
  factor_removal_closed: {
    status: 409,
    message: 'This removal has been approved, carried out or cancelled, or has expired.',
  },
  factor_removal_stale: {
    status: 409,
    message: 'The person who requested this is no longer an admin. Cancel the request and make a new one.',
  },
  factor_removal_same_person: {
    status: 403,
    message: 'A different admin must approve: not the one who requested this, and not the one it is about.',
  },
  factor_removal_link_not_valid: {
    status: 404,
    message: 'This link has been used, or the removal has already ended. Sign in to see what holds now.',
  },
  second_admin_missing: {
    status: 409,
    message:
      'There is no other admin to confirm this. Whoever operates this installation must first appoint a second admin on the server.',
  },
  role_not_grantable: {
    status: 400,
    message: 'This role belongs to an organisation or a tenant. Grant it there.',
  },
});
