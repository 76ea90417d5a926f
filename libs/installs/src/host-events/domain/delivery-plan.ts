import { parseEnvelope } from '@portal/contract';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits between two attempts: 17 attempts over three days. Milliseconds. */
export const RETRY_AFTER_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  2 * HOUR,
  3 * HOUR,
  4 * HOUR,
  6 * HOUR,
  8 * HOUR,
  10 * HOUR,
  12 * HOUR,
  12 * HOUR,
  14 * HOUR,
] as const;

/** A delivery that has waited this long behind others is tried once more and then given up. */
export const GIVE_UP_AFTER_MS = 72 * HOUR;

/** The event itself is at fault: it would be refused again. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

export interface AttemptResult {
  outcome: 'delivered' | 'refused' | 'failed';
  /** Null without an answer. */
  status: number | null;
  /** The error, for people; null when it was delivered. */
  problem: string | null;
}

/** The meaning of an answer to an event (contract: Envelope). A 2xx counts only with the success envelope. */
export function readReceipt(status: number, body: Uint8Array): AttemptResult {
  const parsed = parseEnvelope(body);
  if (status >= 200 && status < 300) {
    if (parsed.ok && parsed.envelope.ok) return { outcome: 'delivered', status, problem: null };
    return { outcome: 'failed', status, problem: `HTTP ${status} without the success envelope` };
  }
  const envelope = parsed.ok && !parsed.envelope.ok ? parsed.envelope : undefined;
  const problem = envelope ? `HTTP ${status}: ${envelope.error.slice(0, 200)}` : `HTTP ${status}`;
  return { outcome: REFUSALS.has(status) && envelope ? 'refused' : 'failed', status, problem };
}

/**
 * The next step after a failed attempt.
 * @param attempts how many were made, this one included
 * @param waitedMs since the delivery began to wait
 * @param chance 0 to 1; spreads deliveries that failed together by up to a tenth
 * @returns ms until the next attempt; null when that was the last
 */
export function nextAttemptMs(attempts: number, waitedMs: number, chance: number): number | null {
  const wait = RETRY_AFTER_MS[attempts - 1];
  return wait === undefined || waitedMs >= GIVE_UP_AFTER_MS ? null : Math.round(wait * (1 + chance / 10));
}
