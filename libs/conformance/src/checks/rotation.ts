import { checksOf, NOTHING_TO_CHECK, type Check } from '../check.js';
import type { CheckContext } from '../probe/context.js';
import { isRefused, statusOf } from '../probe/answer.js';
import { byPrevious, type ProbeResult } from '../probe/probe.js';
import { workingRead } from './signing-edges.js';

const hmac = checksOf('hmac', 'full');

const CLAUSE = 'Authentication 4; Limits: key overlap on rotation';

/** A read signed with the previous key, where the current one works; undefined without such a key or read. */
async function signedByPrevious(context: CheckContext): Promise<ProbeResult | undefined> {
  const endpoint = await workingRead(context);
  if (!endpoint) return undefined;
  return context.once('previous key', {
    endpoint,
    sent: 'a fresh timestamp and a correct signature by the previous key',
    recipe: byPrevious(),
  });
}

const overlap = hmac.warning('C126', 'rotation_overlap', CLAUSE, async (context) => {
  if (!context.input.previousSigner) return NOTHING_TO_CHECK;
  const probe = await signedByPrevious(context);
  const status = probe && statusOf(probe);
  if (!probe || status === null || status === undefined) return false;
  if (status === 200) return true;
  const refused = isRefused(probe);
  context.reportProbe(probe, {
    level: refused ? 'warning' : 'error',
    expected: 'status 200: for 24 hours both keys are good',
    cause: refused
      ? 'The current key is accepted, the previous one is not: what was signed just before the change is refused.'
      : `A signature by the previous key is answered with ${status}.`,
  });
  return true;
});

const checkedAlike = hmac.error('C127', 'rotation_third_key', CLAUSE, async (context) => {
  if (!context.input.previousSigner) return NOTHING_TO_CHECK;
  const fresh = await signedByPrevious(context);
  if (!fresh || statusOf(fresh) !== 200) return false;
  const endpoint = (await workingRead(context))!;
  const expected = 'status 401 with { ok: false, error: <reason> }';
  // An unknown key was refused before; now the Drive has just used its code path for the previous key.
  const third = await context.send({
    endpoint,
    sent: 'a fresh signature by a third key, right after both keys were accepted',
    recipe: { kind: 'signed', key: context.strangerKey, offsetSeconds: 0 },
  });
  if (statusOf(third) === 200)
    context.reportProbe(third, { expected, cause: 'Once the previous key was used, any third key is accepted too.' });
  const current = await context.probe(endpoint, 'stale-valid');
  // A Drive that never checks the age has been reported.
  if (statusOf(current) === 200) return true;
  const stale = await context.send({
    endpoint,
    sent: 'a timestamp 6 minutes old and a correct signature by the previous key',
    recipe: byPrevious(-360),
  });
  if (statusOf(stale) === 200)
    context.reportProbe(stale, { expected, cause: 'With the previous key the age of the timestamp is not checked.' });
  return true;
});

/** C126 and C127: two keys during a rotation. Only checked when the caller has both. */
export const rotationChecks: readonly Check[] = [overlap, checkedAlike];
