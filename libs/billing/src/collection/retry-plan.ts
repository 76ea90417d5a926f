import type { Unsettled } from '@portal/stripe-gateway';

const UNKNOWN_DELAY_MS = 30_000;
const MISCONFIGURED_DELAY_MS = 15 * 60_000;

/** `settled`: nothing to do for now. `waiting`: no outcome yet, must be called again. */
export type SendResult = { kind: 'settled' } | { kind: 'waiting'; reason: string };

/** What an attempt does about an outcome that leaves open whether money moved. */
interface Attempt {
  /** Looks whether the provider did it all the same, and records that. */
  readonly adopt: () => Promise<boolean>;
  readonly stuck: (problem: string) => Promise<void>;
  readonly waiting: (reason: string, delayMs: number) => Promise<void>;
}

export async function takeUnsettled(outcome: Unsettled, attempt: Attempt): Promise<SendResult> {
  const { kind } = outcome;
  const looks = kind === 'idempotency_conflict' || (kind === 'unknown' && outcome.reason === 'server_error');
  if (looks && (await attempt.adopt())) return { kind: 'settled' };
  if (kind === 'idempotency_conflict') {
    await attempt.stuck(outcome.message);
    return { kind: 'settled' };
  }
  const { reason, delayMs } = retryPlan(outcome);
  await attempt.waiting(reason, delayMs);
  return { kind: 'waiting', reason };
}

/**
 * For outcomes after which the same request is sent again with the same key: why there is none yet, and the delay in ms
 * before it is repeated.
 */
export function retryPlan(outcome: Exclude<Unsettled, { kind: 'idempotency_conflict' }>) {
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
