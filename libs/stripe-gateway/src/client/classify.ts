import type { Unsettled } from './outcome.js';

/** A definitive refusal with the provider's reason; nothing was executed. */
export interface Refused {
  kind: 'refused';
  /** `card`: refused by the bank. `request`: refused by the provider. */
  by: 'card' | 'request';
  /** HTTP status, 400, 402 or 404. */
  status: number;
  code: string;
  declineCode: string | null;
  param: string | null;
  message: string;
  paymentIntentId: string | null;
}

interface SdkError {
  type: string;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  statusCode?: number;
  headers?: Record<string, string>;
  payment_intent?: { id?: string };
  detail?: { code?: string };
}

const defaultRetryMs = 1_000;

/**
 * Classifies an SDK error by what it means for the money.
 * @throws the error itself when it is not an SDK error.
 */
export function classify(error: unknown): Refused | Unsettled {
  if (!isSdkError(error)) throw error;
  const { message, statusCode: status } = error;
  if (error.type === 'StripeConnectionError') {
    return { kind: 'unknown', reason: error.detail?.code === 'ETIMEDOUT' ? 'timeout' : 'connection', message };
  }
  if (status === 429) return { kind: 'rate_limited', retryAfterMs: retryAfterOf(error) };
  // A 409 always means that another request holds this key or object: wait, then use the same key.
  if (status === 409) return { kind: 'in_flight' };
  if (error.type === 'StripeIdempotencyError') return { kind: 'idempotency_conflict', message };
  if (status === 401 || status === 403) return { kind: 'misconfigured', code: error.code ?? `http_${status}`, message };
  if (status === 400 || status === 402 || status === 404) {
    return {
      kind: 'refused',
      by: status === 402 ? 'card' : 'request',
      status,
      code: error.code ?? 'unspecified',
      declineCode: error.decline_code || null,
      param: error.param ?? null,
      message,
      paymentIntentId: error.payment_intent?.id ?? null,
    };
  }
  // 5xx, or a response that is not JSON: the request may have been executed.
  return { kind: 'unknown', reason: 'server_error', message };
}

/** Whether the error means that the object does not exist. */
export function isMissing(answer: Refused | Unsettled): boolean {
  return answer.kind === 'refused' && answer.status === 404;
}

function isSdkError(error: unknown): error is SdkError {
  return error instanceof Error && typeof (error as Partial<SdkError>).type === 'string' && 'rawType' in error;
}

function retryAfterOf(error: SdkError): number {
  const seconds = Number(error.headers?.['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : defaultRetryMs;
}
