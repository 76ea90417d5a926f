import { checksOf } from '../check.js';
import type { TransportFailure, TransportResponse } from '../probe/transport.js';

const schema = checksOf('schema', 'schema');

/** Responses slower than this count as slow: the host waits five seconds for an interactive call. */
export const SLOW_MS = 2_500;

/** Whether to repeat the first call: it timed out or was slow. Any other result would only be the same again. */
export function isLate(answer: TransportResponse | TransportFailure): boolean {
  return 'failure' in answer ? answer.failure === 'timeout' : answer.durationMs > SLOW_MS;
}

/** How long a response took, or that there was none. */
export function timeText(answer: TransportResponse | TransportFailure): string {
  const ms = answer.durationMs === undefined ? '' : `${Math.round(answer.durationMs)} ms`;
  if (!('failure' in answer)) return `an answer after ${ms}`;
  return ms === '' ? 'no answer in time' : `no answer within ${ms}`;
}

/** C124: the Drive is awake when it is called. */
export const coldStart = schema.warning('C124', 'cold_start', 'What the service does 2', async (context) => {
  const { late, answer } = context;
  if (!answer || 'failure' in answer) return false;
  // Late twice means slow, not asleep, and is reported as that.
  if (!late || isLate(late.again)) return true;
  context.report({
    endpoint: `GET ${new URL(context.input.manifestUrl).pathname}`,
    sent: 'the first request of all, and the same once more',
    expected: `an answer within ${SLOW_MS} ms to the first call too`,
    received: `first ${timeText(late.first)}, then ${timeText(late.again)}`,
    cause: `The Drive sleeps when nobody calls it: first ${timeText(late.first)}, then ${timeText(late.again)}.`,
  });
  return true;
});
