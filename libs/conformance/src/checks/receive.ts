import type { Check } from '../check.js';
import { failureText } from '../probe/received.js';
import { webPageOf } from '../probe/web-page.js';
import { isAbsent } from './presence.js';
import { explain } from './refusals.js';

const CLAUSE = 'Events 3; Authentication 5 and 7';
const EXPECTED = 'status 401 with { ok: false, error: <reason> }';

const present: Check = {
  id: 'C128',
  level: 'error',
  check: 'endpoints',
  rule: 'receive_present',
  clause: CLAUSE,
  mode: 'public',
  async run(context) {
    if (context.receivePath() === null) return false;
    const probe = await context.probe('receive', 'unsigned');
    const expected = 'status 401, because the endpoint is there and wants a signature';
    if ('failure' in probe.answer)
      context.reportProbe(probe, { expected, cause: failureText(probe.answer), fix: 'Make the endpoint answer.' });
    else if (isAbsent(probe))
      context.reportProbe(probe, {
        expected,
        cause: `"endpoints.receive" is listed, but missing: ${webPageOf(probe.answer)?.cause ?? `POST answers ${probe.answer.status}.`}`,
        fix: 'Take events there by POST, or leave "receive" out of the manifest.',
      });
    else if (probe.answer.status >= 500)
      context.reportProbe(probe, {
        expected,
        cause: 'The endpoint fails on a call without signature headers.',
        fix: 'Check for the headers before using them.',
      });
    return true;
  },
};

const refuses: Check = {
  id: 'C129',
  level: 'error',
  check: 'hmac',
  rule: 'receive_refuses',
  clause: CLAUSE,
  mode: 'public',
  async run(context) {
    if (context.receivePath() === null) return false;
    const unsigned = await context.probe('receive', 'unsigned');
    if ('failure' in unsigned.answer || isAbsent(unsigned) || unsigned.answer.status >= 500) return false;
    for (const [kind, notRefused] of [
      ['unsigned', 'Events are taken without a signature: everybody can send them.'],
      ['stranger', 'Events are taken with a signature by any key.'],
    ] as const) {
      const probe = await context.probe('receive', kind);
      if ('failure' in probe.answer) continue;
      if (probe.answer.status !== 401) {
        context.reportProbe(probe, { expected: EXPECTED, ...explain(probe, notRefused) });
        return true;
      }
      if (probe.envelope?.ok === true && !probe.envelope.envelope.ok) continue;
      context.reportProbe(probe, {
        expected: EXPECTED,
        cause: 'The refusal is not in the failure envelope.',
        fix: 'Answer { "ok": false, "error": "<reason>" }.',
      });
      return true;
    }
    return true;
  },
};

/** C128 and C129: the optional endpoint that takes events is there, and not for everybody. */
export const receiveChecks: readonly Check[] = [present, refuses];
