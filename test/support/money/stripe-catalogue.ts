import { fieldsOf } from '../../../apps/stripe-sandbox/src/catalogue/catalogue.js';
import { checkParameters } from '../../../apps/stripe-sandbox/src/catalogue/check-parameters.js';
import { parseForm } from '../../../apps/stripe-sandbox/src/http/form.js';
import { operations } from '../../../apps/stripe-sandbox/src/operations/index.js';
import type { RecordedRequest } from '../processes/recording-proxy.js';

/** Requests that move money, or promise to: a second one would be a second movement. */
const MONEY =
  /^\/v1\/(payment_intents(\/[^/]+\/(confirm|capture))?|transfers|transfers\/[^/]+\/reversals|refunds|payouts|topups|charges)$/;

const routes = operations.map(({ route }) => {
  const [method = '', pattern = ''] = route.split(' ');
  return { route, method, pattern: new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`) };
});

/** Violations of the provider's own declarations by a request; an empty list without any. */
export function objectionsTo(recorded: RecordedRequest): string[] {
  const [path = '', query = ''] = recorded.url.split('?');
  // The emulator's control plane is not part of the provider's interface.
  if (path.startsWith('/_sandbox/')) return [];
  const known = routes.find((one) => one.method === recorded.method && one.pattern.test(path));
  if (!known) return [`${recorded.method} ${path}: no such operation in the catalogue`];
  const objections: string[] = [];
  const json = path.startsWith('/v2/') && recorded.method === 'POST';
  try {
    const given = json
      ? JSON.parse(recorded.body || '{}')
      : parseForm(recorded.method === 'POST' ? recorded.body : query);
    checkParameters(fieldsOf(known.route), given, json ? 'json' : 'form');
  } catch (error) {
    objections.push(`${known.route}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const key = recorded.headers['idempotency-key'];
  if (recorded.method === 'POST' && MONEY.test(path) && (key === undefined || key.startsWith('stripe-node-retry-'))) {
    objections.push(`${known.route}: moves money without a key of our own`);
  }
  return objections;
}

export function movesMoney(recorded: RecordedRequest): boolean {
  return recorded.method === 'POST' && MONEY.test(recorded.url.split('?')[0] ?? '');
}
