import { checksOf, NOTHING_TO_CHECK, type Check } from '../check.js';
import type { ProbeResult } from '../probe/probe.js';
import { presentGated } from './presence.js';

const hmac = checksOf('hmac', 'public');
const endpoints = checksOf('endpoints', 'public');

/** Far more than network and run time explain, and less than half of what the contract allows. */
const CLOCK_MS = 120_000;
const TRACE =
  /Traceback \(most recent call last\)|\bgoroutine \d+ \[|\n\s+at [^\n]{1,200}:\d+:\d+|\\n\s+at [^\n]{1,200}:\d+:\d+|node_modules\/|File "[^"\n]{1,200}", line \d+/;
const SHOWN = 16 * 1024;

const textOf = ({ answer }: ProbeResult): string =>
  'failure' in answer ? '' : new TextDecoder().decode(answer.body.subarray(0, SHOWN));

const driveClock = hmac.warning('C117', 'drive_clock', 'Authentication 5; Limits: timestamp skew', async (context) => {
  const present = await presentGated(context);
  for (const { probe } of present) {
    if ('failure' in probe.answer) continue;
    const { date, age } = probe.answer.headers;
    const dated = Date.parse(date ?? '');
    // A cached response has the time when it was created, not the current one.
    if (Number.isNaN(dated) || age !== undefined) continue;
    const offMs = dated - context.input.now();
    if (Math.abs(offMs) > CLOCK_MS)
      context.reportProbe(probe, {
        expected: 'a clock that is right to a few seconds',
        cause: `The Drive’s clock is ${Math.round(Math.abs(offMs) / 60_000)} minutes ${offMs < 0 ? 'behind' : 'ahead'}, by the Date header: fresh requests will look stale to it.`,
      });
    return true;
  }
  return present.length > 0 ? NOTHING_TO_CHECK : false;
});

const showsSignature = hmac.warning('C118', 'shows_signature', 'Authentication 4 and 7', async (context) => {
  let tried = false;
  for (const { name } of await presentGated(context)) {
    const probe = await context.probe(name, 'stranger');
    if ('failure' in probe.answer || probe.answer.status !== 401) continue;
    tried = true;
    if (!/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/i.test(textOf(probe))) continue;
    context.reportProbe(probe, {
      expected: 'a refusal that names the reason and nothing else',
      cause: 'The refusal shows a signature. If it is the expected one, whoever asks can sign anything.',
    });
    break;
  }
  return tried;
});

const showsInternals = endpoints.warning('C119', 'shows_internals', 'Errors', async (context) => {
  const present = await presentGated(context);
  for (const { name, probe: unsigned } of present) {
    const probe = [unsigned, await context.probe(name, 'stranger')].find((one) => TRACE.test(textOf(one)));
    if (!probe) continue;
    context.reportProbe(probe, {
      expected: '{ ok: false, error: <reason> }',
      cause: 'The answer shows a stack trace: strangers learn the files and versions that the Drive runs.',
    });
    break;
  }
  return present.length > 0;
});

/** C117 to C119: information that refusals disclose besides their reason. */
export const disclosureChecks: readonly Check[] = [driveClock, showsSignature, showsInternals];
