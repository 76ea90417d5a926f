import createClient from 'openapi-fetch';
import { learnServerTime } from '../lib/server-time.js';
import { visibleIn } from '../lib/visible.js';
import { ApiError, toApiError } from './errors.js';
import { actsFor } from './acts-for.js';
import { askStepUp } from './step-up.js';
import { texts } from './texts.js';

/** Input of a call: path parameters, query (absent values are omitted) and JSON body. */
export interface CallInit {
  path?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** Sent as it is instead of a body; its own type names what it is. */
  file?: File;
  signal?: AbortSignal;
  /** The same key repeats the same change; without one every call is a new request. */
  idempotencyKey?: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

// Typed calls come in through `hooks.ts`; here every path looks alike.
interface AnyOperation {
  parameters: { path: Record<string, string>; query: Record<string, string | number | undefined> };
  requestBody?: { content: { 'application/json': unknown } };
  responses: { 200: { content: { 'application/json': unknown } } };
}
type AnyPaths = Record<string, Record<'get' | 'post' | 'patch' | 'delete', AnyOperation>>;

const http = createClient<AnyPaths>({ baseUrl: globalThis.location?.origin ?? '', credentials: 'same-origin' });

/** A fresh idempotency key; works on plain-http addresses too, where `crypto.randomUUID` is missing. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

async function send(method: Method, path: string, init: CallInit): Promise<Answer> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (method !== 'GET') headers['x-requested-with'] = 'drive-portal';
  const orgId = actsFor();
  if (orgId !== null) headers['x-acts-for'] = orgId;
  if (init.file) headers['content-type'] = init.file.type;
  if (method !== 'GET') headers['idempotency-key'] = init.idempotencyKey ?? newIdempotencyKey();
  try {
    return await http.request(method.toLowerCase() as 'get', path, {
      params: { path: init.path ?? {}, query: init.query ?? {} },
      ...(init.file ? { body: init.file, bodySerializer: (file: unknown) => file as File } : { body: init.body }),
      headers,
      signal: init.signal,
    });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw toApiError(0, null, null);
  }
}

function isEnvelope(body: unknown): body is { ok: true; data: unknown; meta?: { generated_at?: string } } {
  return typeof body === 'object' && body !== null && 'ok' in body && body.ok === true && 'data' in body;
}

/**
 * Calls the API and returns the envelope's `data`, with hidden characters made visible. Where the server requires a
 * recent proof of identity, the person is asked for it and the call is sent again.
 * @throws ApiError for every other answer, status 0 when there was none.
 */
export async function call<T>(method: Method, path: string, init: CallInit = {}): Promise<T> {
  try {
    return await once<T>(method, path, init);
  } catch (error) {
    const wanted = error instanceof ApiError && error.code === 'step_up_required';
    if (!wanted || !(await askStepUp())) throw error;
    return once<T>(method, path, init);
  }
}

async function once<T>(method: Method, path: string, init: CallInit): Promise<T> {
  const { data, error, response } = await send(method, path, init);
  const requestId = response.headers.get('x-request-id');
  if (response.status === 204) return null as T;
  if (!response.ok) throw toApiError(response.status, visibleIn(error), requestId);
  if (!isEnvelope(data))
    throw new ApiError(response.status, 'unreadable_answer', texts.client.unknownForm, [], requestId);
  if (data.meta?.generated_at) learnServerTime(data.meta.generated_at);
  return visibleIn(data.data) as T;
}
