import { texts } from './texts.js';

/** One thing that is wrong with the request: a JSON pointer into the body, a stable code and a sentence. */
interface ErrorDetail {
  pointer: string;
  code: string;
  message: string;
}

/** Error of a call: the server's text where it answered, ours where it did not. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: ErrorDetail[] = [],
    readonly requestId: string | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
  }

  /** True when the outcome is unknown: the same request may be sent again under the same idempotency key. */
  get isUnknownOutcome(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** A role is withheld until its person has a second factor. */
export const SECOND_FACTOR_REQUIRED = 'second_factor_required';
export const OFFLINE = 'network_unreachable';
/** An owner of the organisation can allow what a member may not do. */
export const MEMBER_ROLE_MISSING = 'member_role_missing';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

function toDetail(value: unknown): ErrorDetail[] {
  if (!isRecord(value)) return [];
  return [{ pointer: text(value.pointer, ''), code: text(value.code, ''), message: text(value.message, '') }];
}

/** Reads the failure envelope `{ok:false,error,message,details,request_id}`; anything else becomes a plain sentence. */
export function toApiError(status: number, body: unknown, requestId: string | null): ApiError {
  if (!isRecord(body) || typeof body.error !== 'string') {
    const sentence = status === 0 ? texts.errors.noAnswer : texts.errors.unexplainedStatus(status);
    return new ApiError(status, status === 0 ? OFFLINE : `http_${status}`, sentence, [], requestId);
  }
  const details = Array.isArray(body.details) ? body.details.flatMap(toDetail) : [];
  return new ApiError(
    status,
    body.error,
    text(body.message, body.error),
    details,
    text(body.request_id, requestId ?? '') || null,
  );
}

/**
 * Problem details by form field: `/config/api_key` becomes `config.api_key`. Details that name no known field are
 * returned under the empty key, so that a form can show them above itself and none is lost.
 */
export function fieldErrors(error: unknown, fields: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  if (!(error instanceof ApiError)) return found;
  for (const detail of error.details) {
    // For the next request, not for people.
    if (detail.code === 'revision') continue;
    const path = detail.pointer.split('/').filter(Boolean).map(unescapePointer).join('.');
    const field = fields.includes(path) ? path : '';
    const said = found[field];
    if (said?.includes(detail.message)) continue;
    found[field] = said ? `${said} ${detail.message}` : detail.message;
  }
  return found;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
