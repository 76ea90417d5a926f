import { defineErrors } from './app-error.js';

/** Errors that any route can return. */
export const commonErrors = defineErrors({
  invalid_request: [400, 'The request is not valid. See details for each problem.'],
  invalid_json: [400, 'The request body is not valid JSON.'],
  invalid_cursor: [400, 'This cursor is not valid for this list. Start again without a cursor.'],
  unauthenticated: [401, 'Authentication required. Sign in, or send a valid API token.'],
  forbidden: [403, 'You do not have permission to do this. Ask an admin for the role you need.'],
  second_factor_required: [
    403,
    'This role requires two-factor authentication. Turn it on under Your account, then try again.',
  ],
  member_role_missing: [403, 'Your role in this organisation does not allow this. Ask an owner to change your role.'],
  token_read_only: [403, 'This API token is read-only. Create a token with write access.'],
  token_scope_missing: [403, 'This call needs a token with another scope. An admin can create one.'],
  host_token_required: [
    403,
    'One person cannot do this for the host. Create an API token of the host under People, which another admin approves, and call with it.',
  ],
  step_up_required: [403, 'Confirm your identity with your password or a code, then try again.'],
  case_not_claimed: [
    409,
    'You have not claimed this case. Claim it first, so that nobody else decides at the same time.',
  ],
  own_organization: [
    403,
    'You belong to an organisation or tenant that this is about, did within the last 180 days, or share its payee. Someone else must decide.',
  ],
  session_required: [403, 'API tokens cannot do this. Sign in to the portal instead.'],
  foreign_origin: [403, 'Requests from another site are not allowed. Use the portal, or send an API token.'],
  not_found: [404, 'Not found. Check the address, and that you have access.'],
  request_timeout: [408, 'The request took too long to arrive. Send it again.'],
  conflict: [409, 'This was changed at the same time by another request. Reload and try again.'],
  changed_meanwhile: [
    409,
    'Someone else changed this while you were editing, so your change was not saved. Compare both values, then save again.',
  ],
  organization_changed: [409, 'You switched to another organisation, perhaps in another tab. Reload the page.'],
  invalid_transition: [409, 'This is not possible in the current state. Reload to see what you can do.'],
  idempotency_key_reused: [
    409,
    'This Idempotency-Key was already used with a different request. Use a new key for each request.',
  ],
  idempotency_in_progress: [
    409,
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
  ],
  idempotency_answer_shown: [
    409,
    'This request succeeded, but its response contained a secret that is only shown once. Create a new one if you do not have it.',
  ],
  payload_too_large: [413, 'The request body is too large.'],
  address_too_long: [414, 'A part of the address is too long.'],
  unsupported_media_type: [415, 'Unsupported content type. Send the body as application/json.'],
  too_many_requests: [429, 'Too many requests. Wait a moment, then try again.'],
  headers_too_large: [431, 'The headers of the request are too large.'],
  internal: [
    500,
    'Something went wrong on our side, and nothing was changed. Try again. If it keeps happening, contact us with the request ID.',
  ],
  unavailable: [503, 'The service is temporarily unavailable. Try again in a few seconds.'],
});
