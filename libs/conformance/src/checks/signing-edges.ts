import type { EndpointName } from '@portal/contract';
import { checksOf, NEVER_SIGNED, type Check } from '../check.js';
import type { CheckContext } from '../probe/context.js';
import { isRefused, statusOf, succeeded } from '../probe/answer.js';
import { correct, type ProbeResult } from '../probe/probe.js';
import type { SignedRecipe } from '../signing/reproduce.js';
import { expectAccepted, ODD_QUERY } from './positive.js';
import { presentGated } from './presence.js';

const hmac = checksOf('hmac', 'full');

const READS: readonly EndpointName[] = ['events', 'metrics', 'billing'];
const CLAUSE = 'Authentication 2, 3 and 5';

/**
 * A read that accepts a correct signature and refuses an unknown key, even with the wrong status: only there the edge
 * cases prove anything.
 */
export async function workingRead(context: CheckContext): Promise<EndpointName | undefined> {
  if (!context.input.signer) return undefined;
  const present = new Set((await presentGated(context)).map(({ name }) => name));
  for (const name of READS) {
    if (!present.has(name)) continue;
    const valid = await context.probe(name, 'valid');
    if (isRefused(await context.probe(name, 'stranger')) && statusOf(valid) === 200) return name;
  }
  return undefined;
}

/** Signed, and not sent, because the signer signs the current time only. */
const isKeptBack = ({ answer, made }: ProbeResult): boolean =>
  'failure' in answer && answer.failure === 'skipped' && Object.keys(made).length > 0;

type EdgeCase = Pick<Check, 'id' | 'rule' | 'level'>;

/** A check that sends a variant of a correct call to a working read and judges the status of the response. */
function edgeCase(
  check: EdgeCase,
  sent: string,
  recipe: SignedRecipe,
  judge: (context: CheckContext, probe: ProbeResult, status: number) => void,
): Check {
  return hmac[check.level](check.id, check.rule, CLAUSE, async (context) => {
    const endpoint = await workingRead(context);
    if (!endpoint) return false;
    const probe = await context.send({ endpoint, sent, recipe });
    const status = statusOf(probe);
    if (status === null) return isKeptBack(probe) ? NEVER_SIGNED : false;
    judge(context, probe, status);
    return true;
  });
}

/** An edge case that a Drive has to refuse. */
function mustRefuse(check: EdgeCase, sent: string, recipe: SignedRecipe, accepted: string): Check {
  return edgeCase(check, sent, recipe, (context, probe, status) => {
    if (status >= 400 && status < 500) return;
    const failed = status >= 500;
    context.reportProbe(probe, {
      ...(failed ? { level: 'error' as const } : {}),
      expected: 'status 401 with { ok: false, error: <reason> }',
      cause: failed ? 'The Drive fails on this input.' : accepted,
    });
  });
}

/** An edge case that the contract allows, so that a Drive has to accept it. */
function mustAccept(check: EdgeCase, sent: string, recipe: SignedRecipe, cause: string): Check {
  return edgeCase(check, sent, recipe, (context, probe) => {
    if (isRefused(probe)) context.reportProbe(probe, { expected: 'status 200: this signature is correct', cause });
  });
}

const anyQuery = hmac.error('C67', 'accepts_any_query', 'Authentication 3', async (context) => {
  const endpoint = await workingRead(context);
  if (!endpoint) return false;
  const plain = new URL((await context.probe(endpoint, 'valid')).url);
  if (plain.search === '') return false;
  const path = `${plain.pathname}?${ODD_QUERY}`;
  const probe = await context.send({
    endpoint,
    path,
    sent: 'a correct signature of a query with an escape and parameters out of order',
    recipe: correct(),
  });
  if (statusOf(probe) === null) return false;
  if (isRefused(probe)) await expectAccepted(context, endpoint, probe);
  return true;
});

const replayed = hmac.info('C125', 'signature_replayed', 'Authentication 3', async (context) => {
  const endpoint = await workingRead(context);
  if (!endpoint) return false;
  const first = await context.probe(endpoint, 'valid');
  // HEAD is the only other safe method.
  const probe = await context.send({
    endpoint,
    method: 'HEAD',
    sent: 'the very headers of a GET that was answered, once more with HEAD',
    recipe: { ...correct(), replayed: true },
    made: first.made,
  });
  if (statusOf(probe) === null) return false;
  if (succeeded(probe))
    context.reportProbe(probe, {
      expected: 'status 401, from a Drive that remembers what it has seen',
      cause:
        'A signature that was used with GET works with another method. The contract allows it, because neither method nor body is signed: who sees one request can repeat it for five minutes.',
    });
  return true;
});

/** Runs last, because each refused signature may start a search for the recipe. */
export const recipeFound = hmac.info('C68', 'wrong_recipe', 'Authentication 3', async (context) => {
  const [recipe] = await context.detected();
  if (!recipe) return (await workingRead(context)) !== undefined;
  context.reportProbe(recipe.probe, {
    rule: `recipe_${recipe.names.join('_and_')}`,
    expected: 'status 401: this is not how the contract signs',
    cause: `Your Drive ${recipe.does}. It accepted a request that was signed in this way.`,
    fix: recipe.fix,
  });
  return true;
});

/** Edge cases of verification, checked where a correct signature is accepted. */
export const signingEdgeChecks: readonly Check[] = [
  anyQuery,
  mustAccept(
    { id: 'C69', level: 'error', rule: 'accepts_clock_ahead' },
    'a timestamp 4 minutes 50 seconds ahead and a correct signature',
    correct(290),
    'The Drive refuses timestamps that lie ahead of its clock, but five minutes are allowed in either direction.',
  ),
  mustAccept(
    { id: 'C70', level: 'error', rule: 'accepts_clock_behind' },
    'a timestamp 4 minutes 50 seconds old and a correct signature',
    correct(-290),
    'The Drive allows less than five minutes: requests of a slow network or another clock would fail.',
  ),
  mustRefuse(
    { id: 'C71', level: 'error', rule: 'refuses_far_future' },
    'a timestamp 6 minutes ahead and a correct signature',
    correct(360),
    'A timestamp far in the future is accepted: such a request can be replayed until that time has passed.',
  ),
  mustRefuse(
    { id: 'C72', level: 'warning', rule: 'refuses_upper_case_hex' },
    'a correct signature in upper-case hex',
    { ...correct(), encoding: 'upper_hex' },
    'A signature in upper-case hex is accepted; the contract says lower case.',
  ),
  mustRefuse(
    { id: 'C73', level: 'warning', rule: 'refuses_prefix' },
    'a correct signature with "sha256=" before it',
    { ...correct(), prefix: 'sha256=' },
    'A signature with the prefix "sha256=" is accepted; the contract has none.',
  ),
  mustRefuse(
    { id: 'C74', level: 'error', rule: 'refuses_trailing_text' },
    'a correct signature with more characters behind it',
    { ...correct(), suffix: 'zz' },
    'Text behind the signature is ignored: decoding hex stops at the first bad digit, so the length was compared too late.',
  ),
  mustRefuse(
    { id: 'C75', level: 'error', rule: 'refuses_text_timestamp' },
    'the timestamp "NaN" and a correct signature of it',
    { ...correct(), timestamp: 'NaN' },
    'A timestamp that is no number passes the age check: every comparison with NaN is false.',
  ),
  mustAccept(
    { id: 'C76', level: 'error', rule: 'header_case' },
    'the two headers with their names in capitals and a correct signature',
    { ...correct(), upperCaseNames: true },
    'The headers are looked up in one spelling only; HTTP header names have no case.',
  ),
  replayed,
];
