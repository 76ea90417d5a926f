import { visibleIn } from '../lib/visible.js';
import { toApiError } from './errors.js';
import type { ValidationRunView, ValidationView } from './schema.js';

/**
 * Asks the public validator and waits for the verdict, in the contract's own shape, without the envelope.
 * @throws ApiError when there is no verdict: a bad address, too many requests, no answer.
 */
export function validateManifest(url: string, signal?: AbortSignal): Promise<ValidationView> {
  return open(`/api/public/manifest-validate?url=${encodeURIComponent(url)}`, signal);
}

/**
 * Asks the public validator to check a manifest and does not wait for the verdict. `fresh` requests a new run even if
 * the same manifest was checked a moment ago.
 * @throws ApiError when no run was taken: a bad address, too many requests, all places taken, no answer.
 */
export function startValidation(url: string, fresh: boolean, signal?: AbortSignal): Promise<ValidationRunView> {
  const question = new URLSearchParams({ url, wait: '0', ...(fresh ? { fresh: '1' } : {}) });
  return open(`/api/public/manifest-validate?${question.toString()}`, signal);
}

/** A result that somebody shared, or its run until then. @throws ApiError when it has failed or is older than 30 days. */
export function sharedValidation(id: string, signal?: AbortSignal): Promise<ValidationView | ValidationRunView> {
  return open(`/api/public/validations/${encodeURIComponent(id)}`, signal);
}

async function open<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, { signal, credentials: 'omit' }).catch(() => null);
  if (!response) throw toApiError(0, null, null);
  const body = visibleIn<unknown>(await response.json().catch(() => null));
  if (!response.ok) throw toApiError(response.status, body, response.headers.get('x-request-id'));
  return body as T;
}
