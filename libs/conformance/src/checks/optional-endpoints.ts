import type { OptionalEndpointName } from '@portal/contract';
import { checksOf, type Check } from '../check.js';
import { errorOf, statusOf } from '../probe/answer.js';
import { expectPresent, isAbsent } from './presence.js';
import { explain } from './refusals.js';

const endpoints = checksOf('endpoints', 'public');
const hmac = checksOf('hmac', 'public');
const EXPECTED = 'status 401 with { ok: false, error: <reason> }';

/** An optional endpoint and the body to post. */
interface Optional {
  readonly name: OptionalEndpointName;
  readonly what: string;
  readonly clause: string;
}

/** An optional endpoint in the manifest exists. */
const present = (id: string, { name, clause }: Optional): Check =>
  endpoints.error(id, `${name}_present`, clause, async (context) => {
    if (context.optionalPath(name) === null) return context.without(name);
    expectPresent(context, await context.probe(name, 'unsigned'), (page, status) => ({
      cause: `"endpoints.${name}" is listed, but missing: ${page?.cause ?? `POST answers ${status}.`}`,
    }));
    return true;
  });

/** It refuses requests without a signature by the right key. */
const refuses = (id: string, { name, what, clause }: Optional): Check =>
  hmac.error(id, `${name}_refuses`, clause, async (context) => {
    if (context.optionalPath(name) === null) return context.without(name);
    const unsigned = await context.probe(name, 'unsigned');
    if (isAbsent(unsigned) || (statusOf(unsigned) ?? 500) >= 500) return false;
    const taken = what.charAt(0).toUpperCase() + what.slice(1);
    for (const [kind, notRefused] of [
      ['unsigned', `${taken} are taken without a signature: everybody can send them.`],
      ['stranger', `${taken} are taken with a signature by any key.`],
    ] as const) {
      const probe = await context.probe(name, kind);
      const status = statusOf(probe);
      if (status === null || (status === 401 && errorOf(probe) !== null)) continue;
      const bare = {
        cause: 'The refusal is not in the failure envelope.',
        fix: 'Answer { "ok": false, "error": "<reason>" }.',
      };
      context.reportProbe(probe, { expected: EXPECTED, ...(status === 401 ? bare : explain(probe, notRefused)) });
      return true;
    }
    return true;
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
