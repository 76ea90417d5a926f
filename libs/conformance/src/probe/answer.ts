import { isObject, type JsonObject } from '@portal/contract';
import type { ProbeResult } from './probe.js';

/** Status of the response; null without one. */
export function statusOf({ answer }: ProbeResult): number | null {
  return 'failure' in answer ? null : answer.status;
}

/** True for an answer in the 2xx range. */
export function succeeded(probe: ProbeResult): boolean {
  const status = statusOf(probe) ?? 0;
  return status >= 200 && status < 300;
}

/** Whether the Drive refused it, with 401 or, wrongly, with 403. */
export function isRefused(probe: ProbeResult): boolean {
  return [401, 403].includes(statusOf(probe) ?? 0);
}

/** `data` of a success envelope; null otherwise. */
export function dataOf({ envelope }: ProbeResult): JsonObject | null {
  return envelope?.ok === true && envelope.envelope.ok && isObject(envelope.envelope.data)
    ? envelope.envelope.data
    : null;
}

/** The reason in a failure envelope; null otherwise. */
export function errorOf({ envelope }: ProbeResult): string | null {
  return envelope?.ok === true && !envelope.envelope.ok ? envelope.envelope.error : null;
}
