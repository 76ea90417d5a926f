import { mergeMetadata } from '../catalogue/metadata.js';
import { cardError, invalid, missingReference, notEmulated, notFound } from '../http/errors.js';
import type { JsonObject } from '../json.js';
import { emitEvent } from '../state/events.js';
import { findObject, hash, insertObject, setPrivate, text, updateObject, type ApiObject } from '../state/objects.js';
import { makeId } from '../system.js';
import type { Call, Operation } from './operation.js';
import { listOperation, lockNamed } from './reading.js';
import { attachMethod, resolveMethod } from './payment-methods.js';

/** Saves a method to the intent's customer, or waits for its holder. @throws the card error of a card that is refused */
export async function confirmSetup(
  call: Pick<Call, 'tx' | 'cause'>,
  intent: ApiObject,
  methodId: string | undefined,
): Promise<ApiObject> {
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
    const failed = await updateObject(tx, intent.id, {
      status: 'requires_payment_method',
      payment_method: null,
      last_setup_error: { ...cardError(decline, {}, false).error, payment_method: method.data },
    });
    await emitEvent(tx, cause, 'setup_intent.setup_failed', failed);
    throw cardError(decline, { setup_intent: failed, payment_method: method.data }, true);
  }
  if (method.card.authentication) {
    const waiting = await updateObject(tx, intent.id, {
      status: 'requires_action',
      payment_method: method.data.id,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    });
    await emitEvent(tx, cause, 'setup_intent.requires_action', waiting);
    return waiting;
  }
  const customer = text(intent.customer);
  if (customer !== undefined) await attachMethod(call, method, customer);
  const done = await updateObject(tx, intent.id, {
    status: 'succeeded',
    payment_method: method.data.id,
    next_action: null,
    last_setup_error: null,
  });
  await emitEvent(tx, cause, 'setup_intent.succeeded', done);
  return done;
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

const create: Operation = {
  route: 'POST /v1/setup_intents',
  emulates: [
    ...['customer', 'payment_method', 'confirm', 'usage', 'description', 'metadata', 'return_url', 'expand'],
    ...['automatic_payment_methods', 'allowed_payment_method_types'],
  ],
  async run(call) {
    const { tx, parameters } = call;
    const customer = text(parameters.customer);
    if (customer !== undefined && !(await findObject(tx, 'customer', customer))) {
      throw missingReference('customer', customer, 'customer');
    }
    if (parameters.usage === 'on_session') throw notEmulated('usage=on_session');
    const methodId = text(parameters.payment_method);
    const intent = await makeSetupIntent(call, {
      automatic_payment_methods: parameters.automatic_payment_methods ?? null,
      customer: customer ?? null,
      description: parameters.description ?? null,
      metadata: mergeMetadata({}, parameters.metadata),
      status: methodId === undefined ? 'requires_payment_method' : 'requires_confirmation',
    });
    if (parameters.confirm === true) return confirmSetup(call, intent, methodId);
    if (methodId === undefined) return intent;
    const method = await resolveMethod(tx, methodId, 'payment_method');
    return updateObject(tx, intent.id, { payment_method: method.data.id });
  },
};

const retrieve: Operation = {
  route: 'GET /v1/setup_intents/:id',
  emulates: ['expand', 'client_secret'],
  async run({ tx, id, parameters }) {
    const found = await findObject(tx, 'setup_intent', id);
    if (!found) throw notFound('setupintent', id, 'intent');
    const secret = text(parameters.client_secret);
    if (secret !== undefined && secret !== text(found.data.client_secret)) {
      throw invalid('The client_secret provided does not match the client_secret associated with this SetupIntent.', {
        param: 'client_secret',
      });
    }
    return { ...found.data, metadata: hash(found.data.metadata) };
  },
};

const cancel: Operation = {
  route: 'POST /v1/setup_intents/:id/cancel',
  emulates: ['cancellation_reason', 'expand'],
  async run(call) {
    const { tx, id, parameters, cause } = call;
    const { data } = await lockNamed(call, 'setup_intent', { name: 'setupintent', param: 'intent' });
    const status = text(data.status);
    if (status === 'succeeded' || status === 'canceled') {
      throw invalid(`You cannot cancel this SetupIntent because it has a status of ${status}.`, {
        code: 'setup_intent_unexpected_state',
      });
    }
    const canceled = await updateObject(tx, id, {
      status: 'canceled',
      cancellation_reason: parameters.cancellation_reason ?? null,
      next_action: null,
    });
    await emitEvent(tx, cause, 'setup_intent.canceled', canceled);
    return canceled;
  },
};

/** The cardholder's answer to `requires_action`: the card is saved, or requested again. */
export async function finishSetup(call: Pick<Call, 'tx' | 'cause'>, id: string, passed: boolean): Promise<ApiObject> {
  const { tx, cause } = call;
  const found = await findObject(tx, 'setup_intent', id, { lock: true });
  if (!found) throw notFound('setupintent', id, 'intent');
  if (found.data.status !== 'requires_action') {
    throw invalid(`This SetupIntent has a status of ${String(found.data.status)}.`, {
      code: 'setup_intent_unexpected_state',
    });
  }
  if (!passed) {
    const failed = await updateObject(tx, id, {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error: authenticationFailed('setup_intent_authentication_failure'),
    });
    await emitEvent(tx, cause, 'setup_intent.setup_failed', failed);
    return failed;
  }
  const method = await resolveMethod(tx, text(found.data.payment_method) ?? '', 'payment_method');
  const customer = text(found.data.customer);
  if (customer !== undefined) await attachMethod(call, method, customer);
  // The holder has agreed to later charges, so that they need not ask again.
  if (method.card.authentication === 'setup') {
    await setPrivate(tx, method.data.id, { card: { ...method.card, authentication: null } as unknown as JsonObject });
  }
  const done = await updateObject(tx, id, { status: 'succeeded', next_action: null, last_setup_error: null });
  await emitEvent(tx, cause, 'setup_intent.succeeded', done);
  return done;
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
  listOperation('/v1/setup_intents', 'setup_intent', ['created', 'customer', 'payment_method']),
];
