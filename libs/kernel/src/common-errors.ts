import { defineErrors } from './app-error.js';

/** Refusals that any route may give. */
export const commonErrors = defineErrors({
  invalid_request: { status: 400, message: 'The request is not valid. See details.' },
  invalid_json: { status: 400, message: 'The body is not valid JSON.' },
  invalid_cursor: { status: 400, message: 'The cursor is not one of ours. Start again without it.' },
  unauthenticated: { status: 401, message: 'Sign in first.' },
  forbidden: { status: 403, message: 'Your roles do not allow this.' },
  second_factor_required: {
    status: 403,
    message: 'This role needs a second step at sign-in. Set it up under Your account.',
  },
  member_role_missing: {
    status: 403,
    message: 'Your role in this organisation does not allow this. An owner can change it.',
  },
  token_read_only: { status: 403, message: 'This API token is for reading only. Make one with write access.' },
  step_up_required: {
    status: 403,
    message: 'Confirm that it is you: show your password or code once more, then repeat this.',
  },
  session_required: { status: 403, message: 'Only a person who is signed in can do this, not an API token.' },
  foreign_origin: { status: 403, message: 'This request came from another site.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  conflict: { status: 409, message: 'Somebody changed this at the same time. Load it again and retry.' },
  changed_meanwhile: {
    status: 409,
    message: 'Somebody else changed this meanwhile. Nothing was overwritten: look at both values, then decide.',
  },
  organization_changed: {
    status: 409,
    message: 'You act for another organisation by now, perhaps from another tab. Load the page again.',
  },
  invalid_transition: { status: 409, message: 'This step is not possible in the current state.' },
  idempotency_key_reused: { status: 409, message: 'This Idempotency-Key was used with another request.' },
  idempotency_in_progress: { status: 409, message: 'The first request with this Idempotency-Key is still running.' },
  payload_too_large: { status: 413, message: 'The body is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  too_many_requests: { status: 429, message: 'Too many requests. Wait a moment.' },
  internal: {
    status: 500,
    message: 'We could not complete this. Nothing was changed. The request id helps us find the cause.',
  },
  unavailable: { status: 503, message: 'The service is recovering. Try again in a few seconds.' },
});
