import { defineErrors } from './app-error.js';

/** Errors that any route can return. */
export const commonErrors = defineErrors({
  invalid_request: { status: 400, message: 'The request is not valid. See details for each problem.' },
  invalid_json: { status: 400, message: 'The request body is not valid JSON.' },
  invalid_cursor: { status: 400, message: 'This cursor is not valid for this list. Start again without a cursor.' },
  unauthenticated: { status: 401, message: 'Authentication required. Sign in, or send a valid API token.' },
  forbidden: { status: 403, message: 'You do not have permission to do this. Ask an admin for the role you need.' },
  second_factor_required: {
    status: 403,
    message: 'This role requires two-factor authentication. Turn it on under Your account, then try again.',
  },
  member_role_missing: {
    status: 403,
    message: 'Your role in this organisation does not allow this. Ask an owner to change your role.',
  },
  token_read_only: { status: 403, message: 'This API token is read-only. Create a token with write access.' },
  token_scope_missing: {
    status: 403,
    message: 'This call needs a token with another scope. An admin can create one.',
  },
  step_up_required: {
    status: 403,
    message: 'Confirm your identity with your password or a code, then try again.',
  },
  session_required: { status: 403, message: 'API tokens cannot do this. Sign in to the portal instead.' },
  foreign_origin: {
    status: 403,
    message: 'Requests from another site are not allowed. Use the portal, or send an API token.',
  },
  not_found: { status: 404, message: 'Not found. Check the address, and that you have access.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Send it again.' },
  conflict: { status: 409, message: 'This was changed at the same time by another request. Reload and try again.' },
  changed_meanwhile: {
    status: 409,
    message:
      'Someone else changed this while you were editing, so your change was not saved. Compare both values, then save again.',
  },
  organization_changed: {
    status: 409,
    message: 'You switched to another organisation, perhaps in another tab. Reload the page.',
  },
  invalid_transition: {
    status: 409,
    message: 'This is not possible in the current state. Reload to see what you can do.',
  },
  idempotency_key_reused: {
    status: 409,
    message: 'This Idempotency-Key was already used with a different request. Use a new key for each request.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running. Try again in a moment.',
  },
  idempotency_answer_shown: {
    status: 409,
    message:
      'This request succeeded, but its response contained a secret that is only shown once. Create a new one if you do not have it.',
  },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  address_too_long: { status: 414, message: 'A part of the address is too long.' },
  unsupported_media_type: { status: 415, message: 'Unsupported content type. Send the body as application/json.' },
  too_many_requests: { status: 429, message: 'Too many requests. Wait a moment, then try again.' },
  headers_too_large: { status: 431, message: 'The headers of the request are too large.' },
  too_many_watchers: {
    status: 429,
    message: 'Too many live updates are open at once. Close a tab, or reload to see the current state.',
  },
  internal: {
    status: 500,
    message:
      'Something went wrong on our side, and nothing was changed. Try again. If it keeps happening, contact us with the request ID.',
  },
  unavailable: { status: 503, message: 'The service is temporarily unavailable. Try again in a few seconds.' },
});
