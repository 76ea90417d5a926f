// Cause and fix of the refusals of our API. A code without an entry of its own gets those of its status, so that a new
// refusal is documented from its first day.

/** status: [cause, fix] */
const BY_STATUS = {
  400: ['The request is not in the form that the route wants.', 'Correct what `message` and `details` name.'],
  401: ['There is no valid session or token.', 'Sign in, or send a valid API token as a bearer token.'],
  403: ['You are known, but may not do this.', 'Use an account or a token with the right, or ask an admin.'],
  404: ['It does not exist, or belongs to somebody else.', 'Check the id; list what you may see.'],
  409: ['The state does not allow it now.', 'Load it again, and decide on what it shows.'],
  413: ['The body is larger than the server takes.', 'Send less.'],
  415: ['The content type is not JSON.', 'Send content-type: application/json.'],
  422: ['The request is understood, but its content is refused.', 'Correct what `message` and `details` name.'],
  429: ['There were more requests than the limit allows.', 'Wait as long as the Retry-After header says.'],
  500: ['A fault on our side.', 'Try again; if it stays, tell us the request id.'],
  502: ['A service behind us answered wrongly.', 'Nothing to do on your side; tell us the request id.'],
  503: ['Something behind us is away for a moment.', 'Repeat with the same Idempotency-Key.'],
};

/** code: [cause, fix] */
const BY_CODE = {
  account_not_found: ['No application was ever made for this person.', 'POST /api/v1/applications first.'],
  account_suspended: ['A reviewer suspended the account.', 'Ask the reviewer what would lift it.'],
  agreement_already_signed: ['Somebody of your organisation signed before.', 'Go on; nothing is missing.'],
  agreement_dates: [
    'A text takes effect after the one before it, and leaves time to sign.',
    'Move the date that `details` names.',
  ],
  agreement_not_current: ['A newer text was published while you read.', 'GET the agreement, and sign that version.'],
  agreement_required: ['Your application is approved, the agreement is not signed.', 'Sign it, then repeat.'],
  api_token_staff_reads: ['A personal token with a staff role asks for write access.', 'Ask for read access.'],
  api_token_roles_not_held: ['The wanted roles go beyond your own.', 'Ask for a subset of your roles.'],
  application_incomplete: ['A required answer is missing.', 'Fill in each field that `details` points to.'],
  application_not_editable: ['It is with the reviewers.', 'Wait for their questions, or withdraw it.'],
  application_open: ['One application per person is open at a time.', 'Finish or withdraw the open one.'],
  baa_required: ['The Drive says baa_required, and the tenant has none on file.', 'Have the agreement filed first.'],
  claims_unproven: [
    'A claim in `details` has no evidence, or evidence that ended.',
    'The author uploads evidence; nothing else opens it.',
  ],
  config_invalid: ['A setting breaks the config_schema of the installed version.', 'Correct each field of `details`.'],
  codes_used_up: ['A hundred wrong codes were tried behind the password.', 'Choose a new password by mail.'],
  confirm_mismatch: ['The typed name is not that of the venture.', 'Type it exactly.'],
  digest_mismatch: ['The author submitted again meanwhile.', 'Load the submission, and decide on its digest.'],
  foreign_origin: ['A page of another origin sent it with your cookie.', 'Call from our pages, or with a token.'],
  host_token_required: [
    'It reaches a tenant, and one person does not act for the host alone.',
    'POST /api/v1/admin/host-tokens; another admin approves it; call with the token.',
  ],
  idempotency_in_progress: ['The first try is not answered yet.', 'Repeat with the same key in a second.'],
  idempotency_answer_shown: [
    'The request was carried out; its answer held a secret, which was shown.',
    'Make a new secret if you do not have it.',
  ],
  idempotency_key_reused: ['The key stands for another body.', 'Make a new key for every new request.'],
  install_exists: ['One install per plugin and venture.', 'Use the one that is there, or uninstall it.'],
  invalid_cursor: ['The cursor is cut, old or of another list.', 'Begin again without a cursor.'],
  invalid_json: ['The body is cut, or is no JSON.', 'Write it with a JSON library.'],
  invalid_transition: [
    'Somebody was faster, or a step was left out.',
    'Load it again: its state says what is possible.',
  ],
  listing_not_live: ['No version was ever approved.', 'Submit the manifest and have it reviewed.'],
  manifest_url_refused: [
    'The address is one that our servers never dial; details[0].code says which rule.',
    'Give https, a public host name and port 443.',
  ],
  month_not_over: ['The month runs on in UTC.', 'Wait for the first of the next one.'],
  no_upgrade: ['The newest version is installed, or the prompt was answered.', 'Nothing to do.'],
  own_organization: ['Nobody decides about an organisation of their own.', 'Leave it to somebody else.'],
  password_too_weak: ['It is short, common or like the address.', 'Take a longer one; `details` says why.'],
  payload_too_large: ['The body is larger than the route takes.', 'Send less.'],
  payment_method_required: ['The plan costs money, and no card is saved.', 'Save a card for the tenant.'],
  payout_account_too_early: ['Payout accounts belong to approved authors.', 'Wait for the approval.'],
  permissions_not_granted: [
    'Permissions are granted as a whole.',
    'Grant each that `details` names, or do not install.',
  ],
  plugin_changed: ['A new version went live between looking and pressing.', 'Load the plugin, and send its digest.'],
  preparer_cannot_approve: ['Four eyes: who prepares does not approve.', 'Ask the other person of finance.'],
  review_outdated: ['The comparison is no longer with the live version.', 'Submit again.'],
  rotation_in_progress: ['At most two secrets are valid at a time.', 'Wait for the end of the older, or send force.'],
  session_required: ['Secrets and tokens are handed to persons only.', 'Sign in with a browser.'],
  sign_in_failed: ['Wrong password, or the address is not confirmed.', 'Check both, and the mail that we sent.'],
  signing_key_exists: ['A secret is issued once.', 'Rotate it.'],
  signing_key_missing: ['No secret was issued, or all have ended.', 'Issue one on the page of the Drive.'],
  slug_taken: ['A slug is never used twice, not even after a Drive ends.', 'Choose another one.'],
  submission_open: ['One submission per Drive at a time.', 'Wait for its checks, or withdraw it.'],
  too_many_attempts: [
    'Tries to sign in, sign up or prove who one is are counted.',
    'Wait as long as Retry-After says.',
  ],
  too_many_requests: [
    'The validator was asked too often, or too many bodies came from one address.',
    'Wait as long as Retry-After says.',
  ],
  unsupported_media_type: ['The content type is missing or another.', 'Send content-type: application/json.'],
  application_closed: ['It is a draft, or it is decided.', 'Submit it first; after a decision apply again.'],
  validation_crashed: ['The answers of the Drive ended our checker.', 'Tell us the request id; the fault is ours.'],
  validation_failed: ['The run ended without a verdict; `details` says how.', 'Check again.'],
  validation_interrupted: ['The process that ran it stopped.', 'Check again.'],
  validation_timeout: ['The Drive answers too slowly for a whole run.', 'Make it answer faster, then check again.'],
  validation_not_found: ['Results are kept for 30 days.', 'Run the check again.'],
  validator_busy: ['As many run as may run at a time, and the queue is full.', 'Wait as long as Retry-After says.'],
  address_too_long: ['An id or name in the address has more than 100 characters.', 'Take it from an answer of ours.'],
  headers_too_large: ['All headers together have more than 16 KB, cookies among them.', 'Send fewer or shorter ones.'],
  request_timeout: ['Headers take longer than 15 seconds to arrive, or the whole request than 60.', 'Send it again.'],
  already_member: ['Somebody with this address belongs to the organisation.', 'Change their role instead.'],
  challenge_not_valid: ['Five codes were wrong, or five minutes have passed.', 'Sign in with the password again.'],
  invitation_for_another: ['The invitation went to another address than yours.', 'Sign in with the invited address.'],
  invitation_not_valid: ['It was accepted, taken back, replaced, or is a week old.', 'Ask an owner for a new one.'],
  last_owner: ['Nobody else owns the organisation.', 'Make somebody else an owner first.'],
  member_role_missing: [
    'Your role in the organisation does not cover this.',
    'Ask an owner to do it, or to change your role.',
  ],
  oidc_email_not_verified: ['The provider does not vouch for the address.', 'Verify the address at the provider.'],
  oidc_failed: ['The provider is away, or what came back does not fit.', 'Start the sign-in again.'],
  reset_not_valid: ['The link was used, replaced, or is 15 minutes old.', 'Ask for a new one.'],
  second_factor_required: ['Staff roles wait until a second step is set up.', 'Set it up under Your account.'],
  second_factor_wrong: [
    'The code is of another half-minute, or was used.',
    'Wait for the next code; check the clock of the phone.',
  ],
  step_up_by_sign_in: ['The account has neither password nor second step.', 'Sign out and in again, then repeat.'],
  step_up_failed: ['The password or code is not right.', 'Check it and try again.'],
  step_up_required: [
    'Secrets, money and acts of staff need a fresh proof of who asks.',
    'POST /api/v1/account/step-up, then repeat.',
  ],
  token_scope_missing: [
    'The token of the host is for other calls; the message names the scope.',
    'Ask an admin for one with that scope.',
  ],
  token_read_only: ['The token was made for reading.', 'Make one with access write.'],
  too_many_invitations: ['An organisation sends 20 in an hour.', 'Wait as long as Retry-After says.'],
};

/** {cause, fix} of a refusal. @throws Error for a status that no route should answer with. */
export function adviceFor(code, status) {
  const [cause, fix] = BY_CODE[code] ?? BY_STATUS[status] ?? [];
  if (!cause) throw new Error(`No advice for status ${status} of ${code}: add it in scripts/lib/docs/error-advice.mjs`);
  return { cause, fix };
}

/** Codes with advice that no longer exist. */
export function strayAdvice(codes) {
  const known = new Set(codes);
  return Object.keys(BY_CODE).filter((code) => !known.has(code));
}
