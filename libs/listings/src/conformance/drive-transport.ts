import { tlsFailure, type Transport } from '@portal/conformance';
import type { GuardedHttp } from '@portal/platform/outbound';

/** Longest single answer, ms, and largest body, bytes (an events page). */
const STEP_MS = 5_000;
const MAX_BYTES = 1024 * 1024;
/** Time after the deadline in which probe installs are still cleaned up, ms. */
const CLEAN_UP_MS = 10_000;

/**
 * Requests of the checks by the guarded client. After `deadlineMs` (wall clock, Unix ms) everything fails as `timeout`,
 * but the end of installs that the run made, so that a slow Drive neither delays us nor keeps the installs.
 */
export function driveTransport(client: Pick<GuardedHttp, 'attempt'>, now: () => number, deadlineMs: number): Transport {
  return async ({ method, url, headers, body }) => {
    const leftMs = deadlineMs + (method === 'DELETE' ? CLEAN_UP_MS : 0) - now();
    if (leftMs <= 0) return { failure: 'timeout' };
    const answer = await client.attempt({
      url,
      method,
      headers: { ...headers },
      ...(body === undefined ? {} : { body }),
      timeoutMs: Math.min(STEP_MS, leftMs),
      maxBytes: MAX_BYTES,
    });
    if (!('failure' in answer)) return answer;
    const { failure, cause, durationMs } = answer;
    return { failure: failure === 'tls' ? tlsFailure(cause) : failure, durationMs };
  };
}
