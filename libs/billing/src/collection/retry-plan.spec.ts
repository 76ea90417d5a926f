import { retryPlan } from './retry-plan.js';

describe('the retry of a call to the provider without an outcome', () => {
  it.each([
    [{ kind: 'in_flight' }, 'the same request is still running', 30_000],
    [{ kind: 'rate_limited', retryAfterMs: 1_200 }, 'the provider asked to slow down', 1_200],
    [{ kind: 'unknown', reason: 'timeout', message: 'no answer' }, 'timeout: no answer', 30_000],
    [{ kind: 'misconfigured', code: 'api_key_expired', message: 'expired' }, 'api_key_expired: expired', 900_000],
  ] as const)('after %j', (outcome, reason, delayMs) => expect(retryPlan(outcome)).toEqual({ reason, delayMs }));
});
