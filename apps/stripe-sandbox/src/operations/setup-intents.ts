import { cardError, invalid, notEmulated, notFound } from '../http/errors.js';
import type { JsonObject } from '../json.js';
import { emitEvent, updateAndEmit } from '../state/events.js';
import { findObject, hash, insertObject, setPrivate, text, updateObject, type ApiObject } from '../state/objects.js';
import { makeId } from '../system.js';
import { operation, type Call } from './operation.js';
import { asGiven, listOperation, lockNamed, referenced } from './reading.js';
import { attachMethod, resolveMethod } from './payment-methods.js';

/** @throws the provider's 404 when there is none */
export const lockSetupIntent = (address: Parameters<typeof lockNamed>[0]): ReturnType<typeof lockNamed> =>
  lockNamed(address, 'setup_intent', { name: 'setupintent', param: 'intent' });

/** Saves a method to the intent's customer, or waits for its holder. @throws the card error of a card that is refused */
export async function confirmSetup(call: Pick<Call, 'tx' | 'cause'>, intent: ApiObject, methodId: string | undefined) {
  const { tx, cause } = call;
  if (methodId === undefined) {
    throw invalid("You cannot confirm this SetupIntent because it's missing a payment method.", {
      code: 'setup_intent_unexpected_state',
      param: 'payment_method',
    });
  }
  const method = await resolveMethod(tx, methodId, 'payment_method');
  if (method.card.refusesAttach) {
    const decline = method.card.refusesAttach;
    const failed = await updateAndEmit(tx, cause, intent.id, 'setup_intent.setup_failed', {
      status: 'requires_payment_method',
      payment_method: null,
      last_setup_error: { ...cardError(decline, {}, false).error, payment_method: method.data },
    });
    throw cardError(decline, { setup_intent: failed, payment_method: method.data }, true);
  }
  if (method.card.authentication) {
    return updateAndEmit(tx, cause, intent.id, 'setup_intent.requires_action', {
      status: 'requires_action',
      payment_method: method.data.id,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    });
  }
  const customer = text(intent.customer);
  if (customer !== undefined) await attachMethod(call, method, customer);
  return updateAndEmit(tx, cause, intent.id, 'setup_intent.succeeded', {
    status: 'succeeded',
    payment_method: method.data.id,
    next_action: null,
    last_setup_error: null,
  });
}

export async function makeSetupIntent({ tx, cause }: Pick<Call, 'tx' | 'cause'>, data: JsonObject): Promise<ApiObject> {
  const intent = await insertObject(tx, {
    prefix: 'seti',
    kind: 'setup_intent',
    data: {
      automatic_payment_methods: null,
      cancellation_reason: null,
      client_secret: makeId('seti_secret'),
      customer: null,
      description: null,
      last_setup_error: null,
      metadata: {},
      next_action: null,
      payment_method: null,
      payment_method_types: ['card'],
      usage: 'off_session',
      ...data,
    } satisfies JsonObject,
  });
  await emitEvent(tx, cause, 'setup_intent.created', intent);
  return intent;
}

const create = operation(
  'POST /v1/setup_intents',
  [
    ...['customer', 'payment_method', 'confirm', 'usage', 'description', 'metadata', 'return_url'],
    ...['automatic_payment_methods', 'allowed_payment_method_types'],
  ],
  async (call) => {
    const { tx, parameters } = call;
    const customer = text(parameters.customer);
    if (customer !== undefined) await referenced(tx, 'customer', customer);
    if (parameters.usage === 'on_session') throw notEmulated('usage=on_session');
    const methodId = text(parameters.payment_method);
    const intent = await makeSetupIntent(call, {
      ...asGiven(parameters, 'automatic_payment_methods', 'customer', 'description'),
      status: methodId === undefined ? 'requires_payment_method' : 'requires_confirmation',
    });
    if (parameters.confirm === true) return confirmSetup(call, intent, methodId);
    if (methodId === undefined) return intent;
    const method = await resolveMethod(tx, methodId, 'payment_method');
    return updateObject(tx, intent.id, { payment_method: method.data.id });
  },
);

const retrieve = operation('GET /v1/setup_intents/:id', ['client_secret'], async ({ tx, id, parameters }) => {
  const found = await findObject(tx, 'setup_intent', id);
  if (!found) throw notFound('setupintent', id, 'intent');
  const secret = text(parameters.client_secret);
  if (secret !== undefined && secret !== text(found.data.client_secret)) {
    throw invalid('The client_secret provided does not match the client_secret associated with this SetupIntent.', {
      param: 'client_secret',
    });
  }
  return { ...found.data, metadata: hash(found.data.metadata) };
});

const cancel = operation('POST /v1/setup_intents/:id/cancel', ['cancellation_reason'], async (call) => {
  const { tx, id, parameters, cause } = call;
  const { data } = await lockSetupIntent(call);
  const status = text(data.status);
  if (status === 'succeeded' || status === 'canceled') {
    throw invalid(`You cannot cancel this SetupIntent because it has a status of ${status}.`, {
      code: 'setup_intent_unexpected_state',
    });
  }
  return updateAndEmit(tx, cause, id, 'setup_intent.canceled', {
    status: 'canceled',
    cancellation_reason: parameters.cancellation_reason ?? null,
    next_action: null,
  });
});

/** The cardholder's answer to `requires_action`: the card is saved, or requested again. */
export async function finishSetup(call: Pick<Call, 'tx' | 'cause'>, id: string, passed: boolean): Promise<ApiObject> {
  const { tx, cause } = call;
  const { data: intent } = await lockSetupIntent({ tx, id });
  if (intent.status !== 'requires_action') {
    throw invalid(`This SetupIntent has a status of ${String(intent.status)}.`, {
      code: 'setup_intent_unexpected_state',
    });
  }
  if (!passed) {
    return updateAndEmit(tx, cause, id, 'setup_intent.setup_failed', {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error: authenticationFailed('setup_intent_authentication_failure'),
    });
  }
  const method = await resolveMethod(tx, text(intent.payment_method) ?? '', 'payment_method');
  const customer = text(intent.customer);
  if (customer !== undefined) await attachMethod(call, method, customer);
  // The holder has agreed to later charges, so that they need not ask again.
  if (method.card.authentication === 'setup') {
    await setPrivate(tx, method.data.id, { card: { ...method.card, authentication: null } as unknown as JsonObject });
  }
  return updateAndEmit(tx, cause, id, 'setup_intent.succeeded', {
    status: 'succeeded',
    next_action: null,
    last_setup_error: null,
  });
}

/** The error of an intent whose holder did not pass. */
export function authenticationFailed(code: string): JsonObject {
  return {
    code,
    doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
    message: 'The provided PaymentMethod has failed authentication.',
    type: 'invalid_request_error',
  };
}

export const setupIntentOperations = [
  create,
  cancel,
  retrieve,
  listOperation('GET /v1/setup_intents', 'setup_intent', ['created', 'customer', 'payment_method']),
];
