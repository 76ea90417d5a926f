import { invalid, notEmulated } from '../http/errors.js';
import { isObject, type JsonObject } from '../json.js';
import { emitEvent, updateAndEmit } from '../state/events.js';
import { insertObject, text, updateObject } from '../state/objects.js';
import { makeId } from '../system.js';
import { amountOf, assertChargeable, currencyOf } from './amounts.js';
import { confirmIntent } from './confirm-intent.js';
import { operation } from './operation.js';
import { asGiven, listOperation, lockNamed, referenced, retrieveOperation } from './reading.js';
import { resolveMethod } from './payment-methods.js';

const named = { param: 'intent' };

const create = operation(
  'POST /v1/payment_intents',
  [
    ...['amount', 'currency', 'customer', 'payment_method', 'confirm', 'off_session', 'description', 'metadata'],
    ...['transfer_group', 'receipt_email', 'statement_descriptor', 'statement_descriptor_suffix', 'return_url'],
    ...['automatic_payment_methods', 'allowed_payment_method_types', 'capture_method', 'error_on_requires_action'],
  ],
  async (call) => {
    const { tx, parameters } = call;
    const currency = currencyOf(parameters);
    const amount = amountOf(parameters, 8);
    assertChargeable(amount, currency);
    if (parameters.capture_method === 'manual') throw notEmulated('capture_method=manual');
    const confirming = parameters.confirm === true;
    if (parameters.off_session !== undefined && parameters.off_session !== false && !confirming) {
      throw invalid('The parameter off_session may only be given when confirm is true.', { param: 'off_session' });
    }
    if (confirming) assertNoRedirect(parameters);
    const customer = text(parameters.customer);
    if (customer !== undefined) await referenced(tx, 'customer', customer);
    const methodId = text(parameters.payment_method);
    const intent = await insertObject(tx, {
      prefix: 'pi',
      kind: 'payment_intent',
      data: {
        amount,
        amount_capturable: 0,
        amount_received: 0,
        application_fee_amount: null,
        automatic_payment_methods: parameters.automatic_payment_methods ?? { enabled: true, allow_redirects: 'always' },
        canceled_at: null,
        cancellation_reason: null,
        capture_method: parameters.capture_method ?? 'automatic_async',
        client_secret: makeId('pi_secret'),
        confirmation_method: 'automatic',
        currency,
        last_payment_error: null,
        latest_charge: null,
        next_action: null,
        on_behalf_of: null,
        payment_method: null,
        payment_method_types: ['card'],
        processing: null,
        setup_future_usage: null,
        shipping: null,
        status: 'requires_payment_method',
        transfer_data: null,
        ...asGiven(parameters, 'customer', 'description', 'receipt_email', 'transfer_group'),
        ...asGiven(parameters, 'statement_descriptor', 'statement_descriptor_suffix'),
      } satisfies JsonObject,
    });
    await emitEvent(tx, call.cause, 'payment_intent.created', intent);
    if (confirming) return confirmIntent(call, intent, methodId, isOffSession(parameters));
    if (methodId === undefined) return intent;
    const method = await resolveMethod(tx, methodId, 'payment_method');
    return updateObject(tx, intent.id, { payment_method: method.data.id, status: 'requires_confirmation' });
  },
);

function isOffSession(parameters: JsonObject): boolean {
  return parameters.off_session !== undefined && parameters.off_session !== false;
}

// Methods that redirect are on unless the caller says otherwise, and then the API requires a return address.
function assertNoRedirect(parameters: JsonObject): void {
  const automatic = parameters.automatic_payment_methods;
  const never = isObject(automatic) && automatic.allow_redirects === 'never';
  const named = Array.isArray(parameters.allowed_payment_method_types);
  if (never || named || text(parameters.return_url) !== undefined) return;
  throw invalid(
    'This PaymentIntent is configured to accept payment methods that might redirect your customer, so you must provide a `return_url`, or set `automatic_payment_methods[allow_redirects]` to `never`.',
    { param: 'return_url' },
  );
}

function unexpected(verb: string, status: string): Error {
  return invalid(`You cannot ${verb} this PaymentIntent because it has a status of ${status}.`, {
    code: 'payment_intent_unexpected_state',
  });
}

const confirm = operation(
  'POST /v1/payment_intents/:id/confirm',
  ['payment_method', 'off_session', 'return_url'],
  async (call) => {
    const { data: intent } = await lockNamed(call, 'payment_intent', named);
    const status = text(intent.status) ?? '';
    if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(status)) {
      throw unexpected('confirm', status);
    }
    const methodId = text(call.parameters.payment_method) ?? text(intent.payment_method);
    return confirmIntent(call, intent, methodId, isOffSession(call.parameters));
  },
);

const cancel = operation('POST /v1/payment_intents/:id/cancel', ['cancellation_reason'], async (call) => {
  const { data: intent } = await lockNamed(call, 'payment_intent', named);
  const status = text(intent.status) ?? '';
  if (status === 'succeeded' || status === 'canceled') throw unexpected('cancel', status);
  return updateAndEmit(call.tx, call.cause, intent.id, 'payment_intent.canceled', {
    status: 'canceled',
    canceled_at: Math.floor(call.tx.now.getTime() / 1000),
    cancellation_reason: call.parameters.cancellation_reason ?? null,
    next_action: null,
  });
});

export const paymentIntentOperations = [
  create,
  confirm,
  cancel,
  retrieveOperation('GET /v1/payment_intents/:id', 'payment_intent', { ...named, emulates: ['client_secret'] }),
  listOperation('GET /v1/payment_intents', 'payment_intent', ['created', 'customer']),
];
