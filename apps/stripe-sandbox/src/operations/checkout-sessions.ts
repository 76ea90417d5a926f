import { notEmulated, notFound, missingParameter } from '../http/errors.js';
import type { JsonObject } from '../json.js';
import type { Tx } from '../state/database.js';
import { noRequest, updateAndEmit } from '../state/events.js';
import { findObject, insertObject, text, unixSeconds, type ApiObject } from '../state/objects.js';
import { makeId } from '../system.js';
import { operation, type Call } from './operation.js';
import { asGiven, referenced } from './reading.js';
import { confirmSetup, finishSetup, lockSetupIntent, makeSetupIntent } from './setup-intents.js';

const openHours = 24;

const create = operation(
  'POST /v1/checkout/sessions',
  [
    ...['mode', 'customer', 'success_url', 'cancel_url', 'currency', 'client_reference_id', 'metadata'],
    'allowed_payment_method_types',
  ],
  async (call) => {
    const { tx, parameters, baseUrl } = call;
    const customer = text(parameters.customer);
    const types = parameters.allowed_payment_method_types;
    if (parameters.mode !== 'setup') throw notEmulated(`mode=${String(parameters.mode)}`);
    if (customer === undefined) throw notEmulated('a session without a customer');
    await referenced(tx, 'customer', customer);
    if (text(parameters.success_url) === undefined) throw missingParameter('success_url');
    if (types === undefined && parameters.currency === undefined) throw missingParameter('currency');
    const intent = await makeSetupIntent(call, { customer, status: 'requires_payment_method' });
    const id = makeId('cs_test');
    return insertObject(tx, {
      id,
      prefix: 'cs_test',
      kind: 'checkout.session',
      data: {
        customer,
        expires_at: unixSeconds(new Date(tx.now.getTime() + openHours * 3_600_000)),
        mode: 'setup',
        payment_status: 'no_payment_required',
        setup_intent: intent.id,
        status: 'open',
        ui_mode: 'hosted_page',
        url: `${baseUrl}/checkout/${id}`,
        ...asGiven(parameters, 'allowed_payment_method_types', 'cancel_url', 'client_reference_id', 'currency'),
        success_url: parameters.success_url ?? null,
      } satisfies JsonObject,
    });
  },
);

const retrieve = operation('GET /v1/checkout/sessions/:id', [], async ({ tx, id }) => {
  const found = await readSession(tx, id);
  if (!found) throw notFound('checkout.session', id, 'session');
  return found;
});

/** Reads a session, and ends it when its time is over; undefined when there is none. */
export async function readSession(tx: Tx, id: string): Promise<ApiObject | undefined> {
  const found = await findObject(tx, 'checkout.session', id, { lock: true });
  if (found?.data.status !== 'open' || Number(found.data.expires_at) > unixSeconds(tx.now)) return found?.data;
  return updateAndEmit(tx, noRequest, id, 'checkout.session.expired', { status: 'expired', url: null });
}

/**
 * The holder enters a card on the page and passes the bank's challenge. @throws the card error of a card that is
 * refused
 */
export async function completeSession(call: Pick<Call, 'tx' | 'cause'>, open: ApiObject, card: string): Promise<void> {
  const { tx, cause } = call;
  const intent = await lockSetupIntent({ tx, id: text(open.setup_intent) ?? '' });
  const asked = await confirmSetup(call, intent.data, card);
  if (asked.status === 'requires_action') await finishSetup(call, asked.id, true);
  await updateAndEmit(tx, cause, open.id, 'checkout.session.completed', { status: 'complete', url: null });
}

export const checkoutSessionOperations = [create, retrieve];
