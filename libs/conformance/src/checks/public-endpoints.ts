import { digestOf } from '@portal/contract';
import { checksOf, type Check } from '../check.js';
import type { CheckContext } from '../probe/context.js';
import { dataOf } from '../probe/answer.js';
import type { ProbeResult } from '../probe/probe.js';
import { failureText } from '../probe/received.js';
import { webPageOf } from '../probe/web-page.js';

const endpoints = checksOf('endpoints', 'public');

const OPEN_FIX = 'Check no signature on this path: mount the verification on the five gated ones only.';

/** Reports errors in a response that should be a success envelope; true when there are none. */
export function expectSuccess(
  context: CheckContext,
  probe: ProbeResult,
  gatedCause: string,
  gatedFix = 'See the cause; the reason the Drive gave is under received.',
): boolean {
  const { answer, envelope } = probe;
  const expected = 'status 200 with { ok: true, data, meta }';
  if ('failure' in answer) {
    if (answer.failure !== 'skipped')
      context.reportProbe(probe, { expected, cause: failureText(answer), fix: 'Make the endpoint answer.' });
    return false;
  }
  const page = webPageOf(answer);
  if (page) {
    context.reportProbe(probe, { rule: 'web_page', expected, cause: page.cause, fix: page.fix });
    return false;
  }
  if (answer.status === 401 || answer.status === 403) {
    context.reportProbe(probe, { expected, cause: gatedCause, fix: gatedFix });
    return false;
  }
  if (answer.status < 200 || answer.status > 299) {
    const missing = answer.status === 404;
    const cause = missing ? 'There is nothing at this path.' : `The endpoint answers ${answer.status}.`;
    context.reportProbe(probe, {
      expected,
      cause,
      fix: missing ? 'Implement it, or correct the path in the manifest.' : 'Answer 200.',
    });
    return false;
  }
  if (envelope?.ok !== true) {
    for (const issue of envelope?.issues ?? []) {
      context.reportProbe(probe, { rule: issue.code, expected, cause: issue.message, fix: issue.fix });
    }
    return false;
  }
  if (!envelope.envelope.ok) {
    context.reportProbe(probe, {
      rule: 'envelope_ok_false',
      expected,
      cause: 'The body says ok: false, but the status says success.',
      fix: 'Give failures a 4xx or 5xx status.',
    });
    return false;
  }
  return true;
}

const health = endpoints.error('C40', 'health_public', 'Endpoints 1; Response envelope', async (context) => {
  if (!context.mayCall('health')) return false;
  const probe = await context.probe('health', 'unsigned');
  expectSuccess(
    context,
    probe,
    'Health is behind the signature, but it is public: the marketplace cannot see whether the Drive lives.',
    OPEN_FIX,
  );
  return true;
});

const manifestPath = endpoints.error(
  'C41',
  'manifest_public',
  'Endpoints 1; Manifest shape B: endpoints object',
  async (context) => {
    if (!context.mayCall('manifest')) return false;
    const probe = await context.probe('manifest', 'unsigned');
    const gated = 'The manifest endpoint is behind the signature, but it is public.';
    if (!expectSuccess(context, probe, gated, OPEN_FIX)) return true;
    const data = dataOf(probe);
    if (data && digestOf(data) !== context.document?.digest) {
      context.reportProbe(probe, {
        level: 'warning',
        rule: 'manifest_differs',
        expected: 'the same manifest as at the submitted address',
        cause: 'The manifest at its own endpoint differs from the submitted one.',
      });
    }
    return true;
  },
);

const ignoresSignature = endpoints.error('C42', 'public_with_bad_signature', 'Endpoints 1', async (context) => {
  let tried = false;
  for (const name of context.callable(['health', 'manifest'])) {
    const open = await context.probe(name, 'unsigned');
    if ('failure' in open.answer || open.answer.status !== 200 || webPageOf(open.answer)) continue;
    tried = true;
    const probe = await context.probe(name, 'stranger');
    // The same response as without a signature: its errors have been reported.
    if (!('failure' in probe.answer) && probe.answer.status === 200) continue;
    expectSuccess(
      context,
      probe,
      'A public endpoint refuses a wrong signature, but it must not look at signatures at all.',
      OPEN_FIX,
    );
  }
  return tried;
});

/** Checks of public endpoints. */
export const publicChecks: readonly Check[] = [health, manifestPath, ignoresSignature];
