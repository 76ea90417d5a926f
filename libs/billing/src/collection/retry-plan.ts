import type { Unsettled } from '@portal/stripe-gateway';

const UNKNOWN_DELAY_MS = 30_000;
const MISCONFIGURED_DELAY_MS = 15 * 60_000;

/** Reason why a call to the provider has no outcome yet, and the delay in ms before it is repeated. */
export interface RetryPlan {
  readonly reason: string;
  readonly delayMs: number;
}

/** For outcomes after which the same request is sent again with the same key. */
export function retryPlan(outcome: Exclude<Unsettled, { kind: 'idempotency_conflict' }>): RetryPlan {
  switch (outcome.kind) {
    case 'in_flight':
      return { reason: 'the same request is still running', delayMs: UNKNOWN_DELAY_MS };
    case 'rate_limited':
      return { reason: 'the provider asked to slow down', delayMs: outcome.retryAfterMs };
    case 'unknown':
      return { reason: `${outcome.reason}: ${outcome.message}`, delayMs: UNKNOWN_DELAY_MS };
    case 'misconfigured':
      return { reason: `${outcome.code}: ${outcome.message}`, delayMs: MISCONFIGURED_DELAY_MS };
  }
}
