import type { EndpointName } from '@portal/contract';
import { checksOf, type Check } from '../check.js';
import { GATED, type CheckContext } from '../probe/context.js';
import type { ProbeResult } from '../probe/probe.js';
import { failureText } from '../probe/received.js';
import { webPageOf, type WebPage } from '../probe/web-page.js';

const endpoints = checksOf('endpoints', 'public');

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

/** Reports an endpoint that gives no answer, does not exist, or fails on a call without signature headers. */
export function expectPresent(
  context: CheckContext,
  probe: ProbeResult,
  missing: (page: WebPage | null, status: number) => { cause: string; fix?: string },
): void {
  const { answer } = probe;
  const expected = 'status 401, because the endpoint is there and wants a signature';
  if ('failure' in answer)
    context.reportProbe(probe, { expected, cause: failureText(answer), fix: 'Make the endpoint answer.' });
  else if (isAbsent(probe)) context.reportProbe(probe, { expected, ...missing(webPageOf(answer), answer.status) });
  else if (answer.status >= 500)
    context.reportProbe(probe, {
      expected,
      cause: 'The endpoint fails on a call without signature headers.',
      fix: 'Check for the headers before using them.',
    });
}

const presence = (id: string, name: EndpointName): Check =>
  endpoints.error(id, `${name}_present`, 'Endpoints; What the service does 3', async (context) => {
    if (!context.mayCall(name)) return false;
    const probe = await context.probe(name, 'unsigned');
    context.saw(probe);
    expectPresent(context, probe, (page, status) => ({
      cause: `The endpoint is missing: ${page?.cause ?? `${probe.method} at this path answers ${status}.`}`,
      ...(page && { fix: page.fix }),
    }));
    return true;
  });

/** C43 to C47: each protected endpoint exists. */
export const presenceChecks: readonly Check[] = [
  presence('C43', 'metrics'),
  presence('C44', 'events'),
  presence('C45', 'billing'),
  presence('C46', 'install'),
  presence('C47', 'uninstall'),
];
