import type { OptionalEndpointName } from '@portal/contract';
import type { Check } from '../check.js';
import { failureText } from '../probe/received.js';
import { webPageOf } from '../probe/web-page.js';
import { isAbsent } from './presence.js';
import { explain } from './refusals.js';

const EXPECTED = 'status 401 with { ok: false, error: <reason> }';

/** An optional endpoint and the body to post. */
interface Optional {
  readonly name: OptionalEndpointName;
  readonly what: string;
  readonly clause: string;
}

/** An optional endpoint in the manifest exists. */
const present = (id: string, { name, what, clause }: Optional): Check => ({
  id,
  level: 'error',
  check: 'endpoints',
  rule: `${name}_present`,
  clause,
  mode: 'public',
  async run(context) {
    if (context.optionalPath(name) === null) return false;
    const probe = await context.probe(name, 'unsigned');
    const expected = 'status 401, because the endpoint is there and wants a signature';
    if ('failure' in probe.answer)
      context.reportProbe(probe, { expected, cause: failureText(probe.answer), fix: 'Make the endpoint answer.' });
    else if (isAbsent(probe))
      context.reportProbe(probe, {
        expected,
        cause: `"endpoints.${name}" is listed, but missing: ${webPageOf(probe.answer)?.cause ?? `POST answers ${probe.answer.status}.`}`,
        fix: `Take ${what} there by POST, or leave "${name}" out of the manifest.`,
      });
    else if (probe.answer.status >= 500)
      context.reportProbe(probe, {
        expected,
        cause: 'The endpoint fails on a call without signature headers.',
        fix: 'Check for the headers before using them.',
      });
    return true;
  },
});

/** It refuses requests without a signature by the right key. */
const refuses = (id: string, { name, what, clause }: Optional): Check => ({
  id,
  level: 'error',
  check: 'hmac',
  rule: `${name}_refuses`,
  clause,
  mode: 'public',
  async run(context) {
    if (context.optionalPath(name) === null) return false;
    const unsigned = await context.probe(name, 'unsigned');
    if ('failure' in unsigned.answer || isAbsent(unsigned) || unsigned.answer.status >= 500) return false;
    const taken = what.charAt(0).toUpperCase() + what.slice(1);
    for (const [kind, notRefused] of [
      ['unsigned', `${taken} are taken without a signature: everybody can send them.`],
      ['stranger', `${taken} are taken with a signature by any key.`],
    ] as const) {
      const probe = await context.probe(name, kind);
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
});

const EVENTS: Optional = { name: 'receive', what: 'events', clause: 'Events 3; Authentication 5 and 7' };
const SETTINGS: Optional = {
  name: 'config_update',
  what: 'changed settings',
  clause: 'Versioning 2; Authentication 5 and 7',
};

/** C128, C129, C150 and C151: optional endpoints in the manifest exist and are protected. */
export const optionalEndpointChecks: readonly Check[] = [
  present('C128', EVENTS),
  refuses('C129', EVENTS),
  present('C150', SETTINGS),
  refuses('C151', SETTINGS),
];
