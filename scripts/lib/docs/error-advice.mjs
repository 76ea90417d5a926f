// Cause and fix of the refusals of our API, where the message (docs/errors.md) does not say both. A code without an entry
// of its own gets those of its status, so that a new refusal is documented from its first day.

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
  agreement_dates: [
    'A text takes effect after the one before it, and leaves time to sign.',
    'Move the date that `details` names.',
  ],
  agreement_not_current: ['A newer text was published while you read.', 'GET the agreement, and sign that version.'],
  claims_unproven: [
    'A claim in `details` has no evidence that reviewers accept today; a regulated tenant needs two of them.',
    'The author uploads evidence, and reviewers accept it; nothing else opens it.',
  ],
  config_invalid: ['A setting breaks the config_schema of the installed version.', 'Correct each field of `details`.'],
  digest_mismatch: ['The author submitted again meanwhile.', 'Load the submission, and decide on its digest.'],
  host_token_required: [
    'It reaches a tenant, and one person does not act for the host alone.',
    'POST /api/v1/admin/host-tokens; another admin approves it; call with the token.',
  ],
  install_exists: ['One install per plugin and venture.', 'Use the one that is there, or uninstall it.'],
  invalid_transition: [
    'Somebody was faster, or a step was left out.',
    'Load it again: its state says what is possible.',
  ],
  manifest_url_refused: [
    'The address is one that our servers never dial; details[0].code says which rule.',
    'Give https, a public host name and port 443.',
  ],
  no_upgrade: ['The newest version is installed, or the prompt was answered.', 'Nothing to do.'],
  password_too_weak: ['It is short, common or like the address.', 'Take a longer one; `details` says why.'],
  permissions_not_granted: [
    'Permissions are granted as a whole.',
    'Grant each that `details` names, or do not install.',
  ],
  plugin_changed: ['A new version went live between looking and pressing.', 'Load the plugin, and send its digest.'],
  review_outdated: ['The comparison is no longer with the live version.', 'Submit again.'],
  signing_key_exists: ['A secret is issued once.', 'Rotate it.'],
  slug_taken: ['A slug is never used twice, not even after a Drive ends.', 'Choose another one.'],
  submission_open: ['One submission per Drive at a time.', 'Wait for its checks, or withdraw it.'],
  too_many_requests: [
    'The validator was asked too often, or too many bodies came from one address.',
    'Wait as long as Retry-After says.',
  ],
  validation_crashed: ['The answers of the Drive ended our checker.', 'Tell us the request id; the fault is ours.'],
  validation_timeout: ['The Drive answers too slowly for a whole run.', 'Make it answer faster, then check again.'],
  validator_busy: ['As many run as may run at a time, and the queue is full.', 'Wait as long as Retry-After says.'],
  address_too_long: ['An id or name in the address has more than 100 characters.', 'Take it from an answer of ours.'],
  headers_too_large: ['All headers together have more than 16 KB, cookies among them.', 'Send fewer or shorter ones.'],
  request_timeout: ['Headers take longer than 15 seconds to arrive, or the whole request than 60.', 'Send it again.'],
  already_member: ['Somebody with this address belongs to the organisation.', 'Change their role instead.'],
  challenge_not_valid: ['Five codes were wrong, or five minutes have passed.', 'Sign in with the password again.'],
  invitation_not_valid: ['It was accepted, taken back, replaced, or is a week old.', 'Ask an owner for a new one.'],
  member_role_missing: [
    'Your role in the organisation does not cover this.',
    'Ask an owner to do it, or to change your role.',
  ],
  oidc_failed: ['The provider is away, or what came back does not fit.', 'Start the sign-in again.'],
  reset_not_valid: ['The link was used, replaced, or is 15 minutes old.', 'Ask for a new one.'],
  second_factor_required: ['Staff roles wait until a second step is set up.', 'Set it up under Your account.'],
  second_factor_wrong: [
    'The code is of another half-minute, or was used.',
    'Wait for the next code; check the clock of the phone.',
  ],
  step_up_required: [
    'Secrets, money and acts of staff need a fresh proof of who asks.',
    'POST /api/v1/account/step-up, then repeat.',
  ],
  token_scope_missing: [
    'The token of the host is for other calls; the message names the scope.',
    'Ask an admin for one with that scope.',
  ],
  too_many_invitations: ['An organisation sends 20 in an hour.', 'Wait as long as Retry-After says.'],
  sign_in_failed: ['Wrong password, or the address is not confirmed.', 'Check both, and the mail that we sent.'],
  codes_used_up: ['A hundred wrong codes were tried behind the password.', 'Choose a new password by mail.'],
  foreign_origin: ['A page of another origin sent it with your cookie.', 'Call from our pages, or with a token.'],
  session_required: ['Secrets and tokens are handed to persons only.', 'Sign in with a browser.'],
  idempotency_in_progress: ['The first try is not answered yet.', 'Repeat with the same key in a second.'],
  idempotency_answer_shown: [
    'The request was carried out; its answer held a secret, which was shown.',
    'Make a new secret if you do not have it.',
  ],
  idempotency_key_reused: ['The key was used with another body.', 'Make a new key for every new request.'],
  validation_interrupted: ['The process that ran it stopped.', 'Check again.'],
  invitation_for_another: ['The invitation went to another address than yours.', 'Sign in with the invited address.'],
  oidc_email_not_verified: ['The provider does not vouch for the address.', 'Verify the address at the provider.'],
  agreement_required: ['Your application is approved, the agreement is not signed.', 'Sign it, then repeat.'],
  step_up_failed: ['The password or code is not right.', 'Check it and try again.'],
  validation_not_found: ['Results are kept for 30 days.', 'Run the check again.'],
  rotation_in_progress: ['At most two secrets are valid at a time.', 'Wait for the end of the older, or send force.'],
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
