import { eventList, isEmittedKind, parseEventRow, typeName, type EndpointName } from '@portal/contract';
import { checksOf, NOTHING_TO_CHECK, type Check } from '../check.js';
import type { CheckContext } from '../probe/context.js';
import { isRefused, statusOf, succeeded } from '../probe/answer.js';
import type { ProbeResult } from '../probe/probe.js';
import { expectSuccess } from './public-endpoints.js';
import { presentGated } from './presence.js';
import { readBehind } from './reads.js';

const hmac = checksOf('hmac', 'full');
const events = checksOf('events', 'full');
const endpoints = checksOf('endpoints', 'full');
const hmacPublic = checksOf('hmac', 'public');

const READS: readonly EndpointName[] = ['metrics', 'events', 'billing'];
const MAX_ROWS = 200;

async function present(context: CheckContext, name: EndpointName): Promise<boolean> {
  if (!context.input.signer) return false;
  return (await presentGated(context)).some((one) => one.name === name);
}

function refusedCause(probe: ProbeResult): string {
  switch (probe.reason) {
    case 'stale_timestamp':
      return 'A fresh timestamp is called stale: the Drive reads it as seconds, or its clock is off by more than 5 minutes.';
    case 'missing_signature_headers':
      return 'The Drive does not see the headers: it looks them up case-sensitively, or a proxy drops them.';
    default:
      return 'A correct signature is refused: the Drive has another secret, or signs something other than "<timestamp>:<path with query>".';
  }
}

const accepts = (id: string, name: EndpointName): Check =>
  hmac.error(id, `${name}_accepts_signature`, 'Authentication 3; Endpoints; Response envelope', async (context) => {
    if (!(await present(context, name))) return false;
    const probe = await context.probe(name, 'valid');
    context.saw(probe);
    await expectAccepted(context, name, probe);
    return true;
  });

/** Two unsorted parameters and an escape: a Drive that rewrites the query signs something else. */
export const ODD_QUERY = 'since=0&probe=a%20b&a=%7E';

/**
 * Where to look for the wrong recipe: the events endpoint, whose query distinguishes all recipes, if it refuses too;
 * otherwise where it failed.
 */
async function diagnose(context: CheckContext, name: EndpointName, probe: ProbeResult) {
  const here = new URL(probe.url);
  if (!(await present(context, 'events'))) return context.diagnose(name, here.pathname + here.search);
  const events = await context.probe('events', 'valid');
  return isRefused(events)
    ? context.diagnose('events', `${new URL(events.url).pathname}?${ODD_QUERY}`)
    : context.diagnose(name, here.pathname + here.search);
}

/**
 * True when a correct signature was accepted; otherwise reports it, with the name of the wrong recipe if it can be
 * found.
 */
export async function expectAccepted(context: CheckContext, name: EndpointName, probe: ProbeResult): Promise<boolean> {
  const recipe = isRefused(probe) ? await diagnose(context, name, probe) : undefined;
  if (!recipe) return expectSuccess(context, probe, refusedCause(probe));
  context.reportProbe(probe, {
    expected: 'status 200 with { ok: true, data, meta }',
    cause: `A correct signature is refused: your Drive ${recipe.does}.`,
    fix: recipe.fix,
  });
  return false;
}

const refusesStaleValid = hmac.error(
  'C63',
  'refuses_stale_valid',
  'Authentication 5; Limits: timestamp skew',
  async (context) => {
    let tried = false;
    for (const name of READS) {
      if (!(await present(context, name))) continue;
      // An open endpoint does not check the time either; that is one fault.
      if (succeeded(await context.probe(name, 'unsigned'))) continue;
      const probe = await context.probe(name, 'stale-valid');
      if (statusOf(probe) === null) continue;
      tried = true;
      // A 403 is a refusal too; the wrong status has been reported.
      if (isRefused(probe)) continue;
      context.reportProbe(probe, {
        expected: 'status 401 with { ok: false, error: "stale_timestamp" }',
        cause: 'The age of the timestamp is not checked: an old request can be replayed for ever.',
      });
    }
    return tried;
  },
);

const eventRows = events.error('C64', 'event_rows', 'Event row; Events 3 and 4', async (context) => {
  const read = await readBehind(context, 'events');
  if (!read) return false;
  const { probe, data } = read;
  const rows = eventList(data);
  if (!rows) {
    const { events: given } = data;
    context.reportProbe(probe, {
      level: given === undefined ? 'warning' : 'error',
      rule: 'events_list',
      expected: 'data.events, an array',
      cause:
        given === undefined
          ? 'The answer holds no "events" array, so the host finds no events.'
          : `"data.events" must be an array, but it is ${typeName(given)}: the host finds no events.`,
      fix: 'Answer { events: [...] }.',
    });
    return true;
  }
  const emitted = context.document?.manifest?.eventsEmitted;
  const reported = new Set<string>();
  for (const [i, value] of rows.slice(0, MAX_ROWS).entries()) {
    const parsed = parseEventRow(value, `/data/events/${i}`, context.contract);
    const [issue] = parsed.issues;
    // Rows come from the same code: an error in one is an error in all.
    const fault = issue?.code ?? (parsed.ok ? parsed.row.type : '');
    if (reported.has(fault)) continue;
    if (issue || (parsed.ok && emitted && !isEmittedKind(parsed.row, emitted))) reported.add(fault);
    if (issue)
      context.reportProbe(probe, {
        level: issue.level,
        rule: issue.code,
        expected:
          context.contract === 1
            ? '{ type, payload, ts in milliseconds }'
            : '{ type, payload, occurred_at in ISO 8601 }',
        cause: issue.message,
        fix: issue.fix,
      });
    else if (parsed.ok && emitted && !isEmittedKind(parsed.row, emitted)) {
      context.reportProbe(probe, {
        rule: 'event_kind_unlisted',
        expected: `one of ${emitted.join(', ')}`,
        cause: `The kind "${parsed.row.type.slice(0, 80)}" is emitted but not listed in events_emitted.`,
        fix: 'List it in the manifest, or do not emit it.',
      });
    }
    if (context.collected().length >= 5) break;
  }
  return true;
});

const freeBilling = endpoints.error('C65', 'free_billing', 'Other data shapes: billing', async (context) => {
  const pricing = context.document?.manifest?.pricing;
  if (!pricing) return false;
  if (pricing.kind !== 'tier' || pricing.tier !== 'free') return NOTHING_TO_CHECK;
  const read = await readBehind(context, 'billing');
  if (!read) return false;
  const { probe, data } = read;
  if (data.plan !== 'free' || data.amount_cents !== 0) {
    context.reportProbe(probe, {
      expected: 'plan "free" and amount_cents 0',
      cause: 'The manifest says free, the billing summary does not.',
    });
  }
  return true;
});

const notRun = hmacPublic.info('C66', 'positive_half_not_run', 'Authentication', async (context) => {
  if ((await presentGated(context)).length === 0) return false;
  if (context.input.signer) return true;
  context.report({
    expected: 'a correct signature is accepted',
    cause:
      'Only the refusals were tried: this run has no key of yours, so nobody knows yet whether a correct signature is accepted.',
  });
  return true;
});

/** Checks that need the Drive's key. */
export const positiveChecks: readonly Check[] = [
  accepts('C60', 'metrics'),
  accepts('C61', 'events'),
  accepts('C62', 'billing'),
  refusesStaleValid,
  eventRows,
  freeBilling,
  notRun,
];
