import type { JsonObject } from '../json.js';
import { StripeApiError } from './errors.js';

/** The HTTP answer. */
export interface Answer {
  status: number;
  body: JsonObject;
  headers?: Record<string, string>;
}

export function answerOf(refusal: StripeApiError): Answer {
  return { status: refusal.status, body: { error: refusal.error }, headers: refusal.options.headers ?? {} };
}
