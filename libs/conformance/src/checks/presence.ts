import type { EndpointName } from '@portal/contract';
import type { Check } from '../check.js';
import { GATED, type CheckContext } from '../probe/context.js';
import type { ProbeResult } from '../probe/probe.js';
import { failureText } from '../probe/received.js';
import { webPageOf } from '../probe/web-page.js';

const ABSENT: ReadonlySet<number> = new Set([404, 405, 501]);

/** Whether this path does not exist: the router says so, or a web page is returned. */
export function isAbsent({ answer }: ProbeResult): boolean {
  return !('failure' in answer) && (ABSENT.has(answer.status) || webPageOf(answer) !== null);
}

/** Protected endpoints that exist, with their response to an unsigned call. Missing is different from open. */
export async function presentGated(context: CheckContext): Promise<{ name: EndpointName; probe: ProbeResult }[]> {
  const found: { name: EndpointName; probe: ProbeResult }[] = [];
  for (const name of context.callable(GATED)) {
    const probe = await context.probe(name, 'unsigned');
    if (!('failure' in probe.answer) && !isAbsent(probe)) found.push({ name, probe });
  }
  return found;
}

const NUMBERS: Readonly<Partial<Record<EndpointName, string>>> = {
  metrics: 'C43',
  events: 'C44',
  billing: 'C45',
  install: 'C46',
  uninstall: 'C47',
};

/** C43 to C47: each protected endpoint exists. */
export const presenceChecks: readonly Check[] = GATED.map((name) => ({
  id: NUMBERS[name]!,
  level: 'error',
  check: 'endpoints',
  rule: `${name}_present`,
  clause: 'Endpoints; What the service does 3',
  mode: 'public',
  async run(context) {
    if (!context.callable([name]).includes(name)) return false;
    const probe = await context.probe(name, 'unsigned');
    const expected = 'status 401, because the endpoint is there and wants a signature';
    if ('failure' in probe.answer) {
      context.reportProbe(probe, { expected, cause: failureText(probe.answer), fix: 'Make the endpoint answer.' });
    } else if (isAbsent(probe)) {
      const page = webPageOf(probe.answer);
      context.reportProbe(probe, {
        expected,
        cause: `The endpoint is missing: ${page?.cause ?? `${probe.method} at this path answers ${probe.answer.status}.`}`,
        fix:
          page?.fix ??
          'Implement all seven endpoints, or correct the path in the manifest; check the signature before anything else.',
      });
    } else if (probe.answer.status >= 500) {
      context.reportProbe(probe, {
        expected,
        cause: 'The endpoint fails on a call without signature headers.',
        fix: 'Check for the headers before using them.',
      });
    }
    return true;
  },
}));
