import type { CanonicalManifest } from '@portal/contract';
import { CALL_REFUSALS } from '../../install/domain/token-refusal.js';

/** The endpoints of an install that are read. */
export const READ_ENDPOINTS = ['events', 'metrics', 'health', 'billing'] as const;
export type ReadEndpoint = (typeof READ_ENDPOINTS)[number];

/** Why an endpoint could not be read. `resting`: it failed for other installs of the Drive, and was not asked. */
export const READING_PROBLEMS = [
  'no_answer',
  'http_status',
  'quota_exceeded',
  'token_refused',
  ...CALL_REFUSALS,
  'malformed_answer',
  'other_tenant',
  'too_much_out_of_order',
  'our_fault',
  'resting',
] as const;
export type ReadingProblem = (typeof READING_PROBLEMS)[number];

/** Health always, the others when the manifest lists the capability (contract: capabilities). */
export function listedEndpoints(manifest: Pick<CanonicalManifest, 'capabilities'>): ReadEndpoint[] {
  return READ_ENDPOINTS.filter((name) => name === 'health' || manifest.capabilities.includes(name));
}

/** Seconds between two polls: while there is news, and at most for paid and unpaid installs. */
interface Rhythm {
  readonly busySeconds: number;
  readonly paidSeconds: number;
  readonly quietSeconds: number;
}

const BILLING_S = 3_600;
const BEHIND_S = 5;

/**
 * Seconds to the next poll of an install: soon after news, less and less often while it is quiet, paid ones more
 * often.
 */
export function rhythm(
  beforeS: number,
  { news, paid }: { news: boolean; paid: boolean },
  { busySeconds, paidSeconds, quietSeconds }: Rhythm,
): number {
  if (news) return busySeconds;
  return Math.max(busySeconds, Math.min(Math.ceil(beforeS * 1.25), paid ? paidSeconds : quietSeconds));
}

/** Seconds until an endpoint is read again. @param failures in a row, 0 after a good answer */
export function nextInS(
  endpoint: ReadEndpoint,
  { failures, behind, everyS }: { failures: number; behind: boolean; everyS: number },
  { busySeconds, quietSeconds }: Rhythm,
): number {
  if (failures > 0) return Math.min(busySeconds * 2 ** Math.min(failures - 1, 10), quietSeconds);
  if (behind) return BEHIND_S;
  return endpoint === 'billing' ? BILLING_S : everyS;
}

const SLOW_MS = 1_000;
const TIMES_USUAL = 3;

/**
 * Whether a Drive is read on the places for slow ones: by the time that reading an install of it takes on the average, ms,
 * and the mean time of the others. When this worker is slow itself, all of them take long, and none is slow.
 */
export const isSlow = (meanMs: number, usualMs: number): boolean => meanMs > SLOW_MS && meanMs > TIMES_USUAL * usualMs;

/** Mean time of reading the others, ms, after one more of them took `meanMs`. @param beforeMs 0 before the first */
export const usualAfter = (beforeMs: number, meanMs: number): number =>
  beforeMs === 0 ? meanMs : beforeMs + (meanMs - beforeMs) / 20;

const REST_S = 30;
const MOST_REST_S = 300;

/**
 * Seconds until a Drive that does not answer is polled again. @param failures polls in a row that failed so, at least
 * 1
 */
export const restS = (failures: number): number => Math.min(REST_S * 2 ** Math.min(failures - 1, 10), MOST_REST_S);
