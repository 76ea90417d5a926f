import { Histogram } from 'prom-client';
import { inSpan } from '../logging/tracing.js';

/** Of answers: the slowest is a page that waits for a Drive. */
const ANSWER_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Of work in the background, and of how late it begins. */
const WORK_SECONDS = [0.05, 0.25, 1, 5, 15, 60, 300, 3_600];

const seconds = (name: string, help: string, labelNames: string[], buckets: number[]) =>
  new Histogram({ name: `portal_${name}_seconds`, help, labelNames, buckets });

const requests = seconds('http_request_duration', 'Requests', ['method', 'route', 'status'], ANSWER_SECONDS);
const calls = seconds('outbound_call_duration', 'Calls to servers of others', ['kind', 'outcome'], ANSWER_SECONDS);
const runs = seconds('work_duration', 'Deliveries and runs of jobs', ['work', 'outcome'], WORK_SECONDS);
const lateness = seconds('work_late', 'How long they were due when they began', ['work'], WORK_SECONDS);

/** `2xx` of 204. */
export const classOf = (status: number): string => `${Math.floor(status / 100)}xx`;

/** @param route its template, never the requested path, so that the number of series has a limit */
export function noteRequest(method: string, route: string, status: number, ms: number): void {
  requests.observe({ method, route, status: classOf(status) }, ms / 1_000);
}

/** Whose servers are called; `page`: what someone else's address shows, such as an icon. */
export type CallKind = 'drive' | 'webhook' | 'page' | 'provider' | 'mail' | 'vies';

/**
 * Measures one call to a server of someone else.
 *
 * @param outcomeOf of few values; by default `ok`. An error is named by its status or its reason, if it has one.
 */
export async function measureCall<T>(
  kind: CallKind,
  work: () => Promise<T>,
  outcomeOf: (answer: T) => string = () => 'ok',
): Promise<T> {
  const end = calls.startTimer({ kind });
  try {
    const answer = await inSpan(`call ${kind}`, 'CLIENT', work);
    end({ outcome: outcomeOf(answer) });
    return answer;
  } catch (error) {
    const { statusCode, reason } = error as { statusCode?: number; reason?: string };
    end({ outcome: statusCode === undefined ? (reason ?? 'failed') : classOf(statusCode) });
    throw error;
  }
}

/**
 * Begins to measure a delivery or a run of a job.
 *
 * @param lateMs how long it was due, if that is known
 * @returns to call at its end
 */
export function beginWork(work: string, lateMs: number | undefined): (outcome: 'done' | 'failed') => void {
  if (lateMs !== undefined) lateness.observe({ work }, Math.max(0, lateMs) / 1_000);
  const end = runs.startTimer({ work });
  return (outcome) => void end({ outcome });
}
