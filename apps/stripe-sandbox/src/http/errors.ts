import type { JsonObject } from '../json.js';

/**
 * A refusal in the provider's shape. `keepsEffects` marks the ones that leave something behind (a declined charge);
 * all others undo what the operation had written so far.
 */
export class StripeApiError extends Error {
  constructor(
    readonly status: number,
    readonly error: JsonObject,
    readonly options: { keepsEffects?: boolean; headers?: Record<string, string> } = {},
  ) {
    super(typeof error.message === 'string' ? error.message : 'refused');
  }
}

function documented(code: string): JsonObject {
  return { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` };
}

interface Named {
  code?: string;
  param?: string;
}

/** What is wrong with a request, in the usual shape. */
function wrong(status: number, message: string, { code, param }: Named = {}): StripeApiError {
  return new StripeApiError(status, {
    ...(code === undefined ? {} : documented(code)),
    message,
    ...(param === undefined ? {} : { param }),
    type: 'invalid_request_error',
  });
}

export function invalid(message: string, named?: Named): StripeApiError {
  return wrong(400, message, named);
}

export function missingParameter(param: string): StripeApiError {
  return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

/** An object named in a parameter does not exist: 400 with the parameter's name. */
export function missingReference(kind: string, id: string, param: string): StripeApiError {
  return invalid(`No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}

/** The object of the address itself does not exist: 404. */
export function notFound(kind: string, id: string, param = 'id'): StripeApiError {
  return wrong(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}

export function unknownUrl(method: string, path: string): StripeApiError {
  return wrong(404, `Unrecognized request URL (${method}: ${path}). This sandbox emulates a part of the API only.`);
}

export function unauthorized(message: string): StripeApiError {
  return wrong(401, message);
}

export function forbidden(): StripeApiError {
  const message = 'The API key does not have the permissions that this endpoint needs.';
  return wrong(403, message, { code: 'more_permissions_required' });
}

/** A refusal that names no parameter: something about the whole request that only the provider knows. */
export function refused(status: 400 | 404): StripeApiError {
  const message = 'This request is not possible for your platform at the moment.';
  return wrong(status, message, { code: 'transfers_not_possible' });
}

export function keyInUse(): StripeApiError {
  return new StripeApiError(409, {
    ...documented('idempotency_key_in_use'),
    message:
      'There is currently another in-progress request using this idempotent key (that probably means you submitted twice, and the other request is still going through).',
    type: 'idempotency_error',
  });
}

export function keyConflict(message: string): StripeApiError {
  return new StripeApiError(400, { message, type: 'idempotency_error' });
}

export function rateLimited(): StripeApiError {
  const message = 'Request rate limit exceeded. Learn more about rate limits at https://stripe.com/docs/rate-limits.';
  return wrong(429, message, { code: 'rate_limit' });
}

export function serverError(): StripeApiError {
  return new StripeApiError(500, { message: 'An unknown error occurred.', type: 'api_error' });
}

/** A parameter or value the real API knows and this sandbox does not emulate: refused aloud instead of ignored. */
export function notEmulated(param: string): StripeApiError {
  return invalid(`The sandbox does not emulate '${param}'. The real API knows it.`, {
    code: 'sandbox_not_emulated',
    param,
  });
}

/** A refusal by the card network: 402. `attached` objects (payment_intent, setup_intent, charge …) ride along. */
export function cardError(
  decline: { code: string; declineCode: string | null; message: string },
  attached: JsonObject,
  keepsEffects: boolean,
): StripeApiError {
  return new StripeApiError(
    402,
    {
      ...documented(decline.code),
      ...(decline.declineCode === null ? {} : { decline_code: decline.declineCode }),
      message: decline.message,
      type: 'card_error',
      ...attached,
    },
    { keepsEffects },
  );
}
