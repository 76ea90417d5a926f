import { eventList, eventTime, isObject, type JsonObject } from '@portal/contract';
import { checksOf, NOTHING_TO_CHECK, type Check } from '../check.js';
import type { CheckContext } from '../probe/context.js';
import { dataOf, isRefused, succeeded } from '../probe/answer.js';
import { correct } from '../probe/probe.js';
import { withRecipe } from '../signing/recipes.js';
import { presentGated } from './presence.js';

const endpoints = checksOf('endpoints', 'full');
const events = checksOf('events', 'full');

type Read = 'metrics' | 'events' | 'billing';

/**
 * A signed read. A Drive with a wrong recipe is called with that recipe, so that its author learns in one run what else
 * is wrong; the wrong recipe itself has been reported. Null when nothing can be read.
 */
export async function readBehind(context: CheckContext, name: Read, query?: string) {
  if (!context.input.signer || context.isSecondAt(name)) return null;
  if (!(await presentGated(context)).some((one) => one.name === name)) return null;
  const { pathname, search } = new URL((await context.probe(name, 'unsigned')).url);
  const path = pathname + (query ?? search);
  const call = { endpoint: name, path, sent: 'a correctly signed read', recipe: correct() };
  const valid = query === undefined ? await context.probe(name, 'valid') : await context.once(`${name} ${query}`, call);
  let probe = valid;
  if (isRefused(valid)) {
    const [found] = await context.detected();
    const recipe = found && withRecipe(context, name, path, found.names);
    if (!recipe) return null;
    const sent = 'a read that is signed as this Drive does';
    probe = await context.once(`${name} ${query ?? ''} by its recipe`, { ...call, sent, recipe });
  }
  context.saw(probe);
  const data = succeeded(probe) ? dataOf(probe) : null;
  return data && { probe, data };
}

/** Some field names of an object. */
const names = (data: JsonObject): string => Object.keys(data).slice(0, 6).join(', ') || 'nothing';

const quotaInMetrics = endpoints.warning(
  'C132',
  'quota_in_metrics',
  'quota object; Other data shapes: metrics',
  async (context) => {
    const quota = context.document?.manifest?.quota;
    if (!quota) return NOTHING_TO_CHECK;
    const read = await readBehind(context, 'metrics');
    const measured = read?.data.quota;
    if (!read) return false;
    if (!isObject(measured)) return NOTHING_TO_CHECK;
    const say = (expected: string, cause: string): void => context.reportProbe(read.probe, { expected, cause });
    if (measured.unit !== undefined && measured.unit !== quota.unit)
      say(`unit "${quota.unit}"`, 'Metrics count another unit than the quota of the manifest.');
    else if (measured.limit !== undefined && measured.limit !== quota.limit)
      say(`limit ${quota.limit}`, 'Metrics report another limit than the quota of the manifest.');
    else if (measured.used !== undefined && !(Number.isInteger(measured.used) && Number(measured.used) >= 0))
      say('used, a whole number of zero or more', 'What is used of the quota is no whole number.');
    else if (Number(measured.used) > quota.limit && quota.overagePolicy === 'block')
      say(`used at most ${quota.limit}`, 'More is used than the limit allows, though the manifest says "block".');
    return true;
  },
);

const eventsOrder = events.warning('C134', 'events_order', 'Events 1; Endpoints 2', async (context) => {
  const read = await readBehind(context, 'events');
  if (!read) return false;
  // Rows that break the row shape are reported elsewhere; their times are compared all the same.
  const times = (eventList(read.data) ?? []).flatMap((row) => {
    const ts = isObject(row) ? eventTime(row, context.contract) : undefined;
    return typeof ts === 'number' ? [ts] : [];
  });
  if (times.length < 2) return NOTHING_TO_CHECK;
  const falls = times.filter((ts, i) => i > 0 && ts < times[i - 1]!).length;
  if (falls > 0)
    context.reportProbe(read.probe, {
      expected: 'rows with the oldest first',
      cause:
        falls > times.length / 2
          ? 'Events come newest first: whoever reads on from the last row starts again in the past.'
          : 'Events come out of order: whoever reads on from the last row misses some.',
    });
  return true;
});

const FUTURE_MS = 86_400_000;

const sinceHeeded = events.error('C137', 'events_since_heeded', 'Endpoints 2', async (context) => {
  const future = await readBehind(context, 'events', `?since=${context.input.now() + FUTURE_MS}`);
  if (!future) return false;
  const rows = eventList(future.data);
  if (!rows) return false;
  if (rows.length > 0)
    context.reportProbe(future.probe, {
      expected: 'only rows whose ts is strictly greater than since, in milliseconds',
      cause: 'Events of the past come back for a since that lies in the future: since is ignored, or read in seconds.',
    });
  return true;
});

const metricsData = endpoints.info('C135', 'metrics_data', 'Other data shapes: metrics', async (context) => {
  const read = await readBehind(context, 'metrics');
  if (!read) return false;
  if (read.data.installs_active === undefined)
    context.reportProbe(read.probe, {
      expected: '{ installs_active: <whole number> }',
      cause: `Metrics hold ${names(read.data)}, but no installs_active; the host cannot show it.`,
    });
  return true;
});

const billingData = endpoints.info('C136', 'billing_data', 'Other data shapes: billing', async (context) => {
  const pricing = context.document?.manifest?.pricing;
  // A free Drive without them breaks a rule that is reported.
  if (pricing?.kind === 'tier' && pricing.tier === 'free') return NOTHING_TO_CHECK;
  const read = await readBehind(context, 'billing');
  if (!read) return false;
  const missing = ['plan', 'amount_cents', 'currency'].filter((name) => read.data[name] === undefined);
  if (missing.length > 0)
    context.reportProbe(read.probe, {
      expected: '{ tenant_id, plan, amount_cents, currency }',
      cause: `Billing holds ${names(read.data)}, but no ${missing.join(', ')}; the host cannot show a summary.`,
    });
  return true;
});

/** C132, C134 to C137: the content of reads. */
export const readChecks: readonly Check[] = [quotaInMetrics, eventsOrder, sinceHeeded, metricsData, billingData];
