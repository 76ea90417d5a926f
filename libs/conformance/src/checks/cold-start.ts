import type { Check } from '../check.js';
import type { TransportFailure, TransportResponse } from '../probe/transport.js';

/** From here on an answer is slow: the host gives an interactive call five seconds in all. */
export const SLOW_MS = 2_500;

/** Whether a first answer is worth a second try: none in time, or a slow one. Anything else would only repeat itself. */
export function isLate(answer: TransportResponse | TransportFailure): boolean {
  return 'failure' in answer ? answer.failure === 'timeout' : answer.durationMs > SLOW_MS;
}

/** How long an answer took, or that none came. */
export function timeText(answer: TransportResponse | TransportFailure): string {
  const ms = answer.durationMs === undefined ? '' : `${Math.round(answer.durationMs)} ms`;
  if (!('failure' in answer)) return `an answer after ${ms}`;
  return ms === '' ? 'no answer in time' : `no answer within ${ms}`;
}

/** C124: the Drive is awake when it is called. */
export const coldStart: Check = {
  id: 'C124',
  level: 'warning',
  check: 'schema',
  rule: 'cold_start',
  clause: 'What the service does 2',
  mode: 'schema',
  async run(context) {
    const { late, answer } = context;
    if (!answer || 'failure' in answer) return false;
    // Late twice is not asleep but slow, and told as that.
    if (!late || isLate(late.again)) return true;
    context.report({
      rule: 'cold_start',
      endpoint: `GET ${new URL(context.input.manifestUrl).pathname}`,
      sent: 'the first request of all, and the same once more',
      expected: `an answer within ${SLOW_MS} ms to the first call too`,
      received: `first ${timeText(late.first)}, then ${timeText(late.again)}`,
      cause: `The Drive sleeps when nobody calls it: first ${timeText(late.first)}, then ${timeText(late.again)}.`,
      fix: 'Keep one instance awake, or let a timer call health every few minutes.',
    });
    return true;
  },
};
