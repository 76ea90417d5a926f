import { AppError } from '@portal/kernel';
import { stripeErrors } from '../errors.js';
import { classify } from './classify.js';

/** Converts an SDK error to an AppError, for callers that do not branch on the result. */
export function toAppError(error: unknown): AppError {
  const answer = classify(error);
  switch (answer.kind) {
    case 'refused':
      return new AppError(stripeErrors.payment_provider_refused, {
        message: `The payment provider refused this: ${answer.message}`,
        cause: error,
      });
    case 'rate_limited':
      return new AppError(stripeErrors.payment_provider_unavailable, {
        cause: error,
        retryAfterMs: answer.retryAfterMs,
      });
    case 'in_flight':
    case 'unknown':
      return new AppError(stripeErrors.payment_provider_unavailable, { cause: error, retryAfterMs: 2_000 });
    case 'misconfigured':
    case 'idempotency_conflict':
      return new AppError(stripeErrors.payment_provider_misconfigured, { cause: error });
  }
}
