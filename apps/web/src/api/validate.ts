import { toApiError } from './errors.js';
import type { Schemas } from './types.js';

export type ValidationView = Schemas['ValidationView'];

/**
 * Asks the public validator, which answers in the contract's own shape, without the envelope.
 * @throws ApiError when there is no verdict: a bad address, too many questions, no answer.
 */
export function validateManifest(url: string, signal?: AbortSignal): Promise<ValidationView> {
  return open(`/api/public/manifest-validate?url=${encodeURIComponent(url)}`, signal);
}

/** A result that somebody shared. @throws ApiError when it is unknown or older than 30 days. */
export function sharedValidation(id: string, signal?: AbortSignal): Promise<ValidationView> {
  return open(`/api/public/validations/${encodeURIComponent(id)}`, signal);
}

async function open(path: string, signal?: AbortSignal): Promise<ValidationView> {
  const response = await fetch(path, { signal, credentials: 'omit' }).catch(() => null);
  if (!response) throw toApiError(0, null, null);
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw toApiError(response.status, body, response.headers.get('x-request-id'));
  return body as ValidationView;
}
