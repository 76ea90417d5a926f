import { cardError, invalid } from '../http/errors.js';
import type { JsonObject } from '../json.js';
import { bookOf } from '../state/balances.js';
import { emitEvent, updateAndEmit } from '../state/events.js';
import { insertObject, text, updateObject, type ApiObject } from '../state/objects.js';
import { feeOf } from './amounts.js';
import { openDispute } from './disputes.js';
import type { Call } from './operation.js';
import { resolveMethod, type StoredMethod } from './payment-methods.js';
import { lockNamed } from './reading.js';
import { authenticationFailed } from './setup-intents.js';
import { authenticationRequired, type Decline } from './test-cards.js';

const settlementDays = 2;

/**
 * Charges an intent. Success makes the charge and its balance transaction; a decline makes a failed charge and throws
 * the 402, which stays stored; a card that asks for its holder waits in `requires_action`, or declines off session.
 */
export async function confirmIntent(call: Call, intent: ApiObject, methodId: string | undefined, offSession: boolean) {
  if (methodId === undefined) {
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      { code: 'payment_intent_unexpected_state' },
    );
  }
  const method = await resolveMethod(call.tx, methodId, 'payment_method');
  assertOwner(intent, method);
  if (method.card.authentication === 'always') {
    if (offSession) return decline(call, intent, method, authenticationRequired);
    return updateAndEmit(call.tx, call.cause, intent.id, 'payment_intent.requires_action', {
      status: 'requires_action',
      payment_method: method.data.id,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    });
  }
  if (method.card.refusesCharge) return decline(call, intent, method, method.card.refusesCharge);
  return succeed(call, intent, method);
}

/** The cardholder's answer to `requires_action`: the charge goes through, or the intent asks for another card. */
export async function finishPayment(call: Pick<Call, 'tx' | 'cause'>, id: string, passed: boolean): Promise<ApiObject> {
  const { data: intent } = await lockNamed({ tx: call.tx, id }, 'payment_intent', { param: 'intent' });
  if (intent.status !== 'requires_action') {
    throw invalid(`This PaymentIntent has a status of ${String(intent.status)}.`, {
      code: 'payment_intent_unexpected_state',
    });
  }
  if (passed)
    return succeed(call, intent, await resolveMethod(call.tx, text(intent.payment_method) ?? '', 'payment_method'));
  return updateAndEmit(call.tx, call.cause, id, 'payment_intent.payment_failed', {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: authenticationFailed('payment_intent_authentication_failure'),
  });
}

function assertOwner(intent: ApiObject, method: StoredMethod): void {
  const holder = text(method.data.customer);
  const customer = text(intent.customer);
  if (holder === customer) return;
  if (holder !== undefined && customer === undefined) {
    throw invalid(
      `The provided PaymentMethod cannot be used without its customer: '${method.data.id}' belongs to ${holder}. Please include the customer in this request.`,
      { param: 'payment_method' },
    );
  }
  if (holder !== undefined) {
    throw invalid(
      `The customer does not have a payment method with the ID ${method.data.id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'payment_method' },
    );
  }
}

function chargeOf(intent: ApiObject, method: StoredMethod, more: JsonObject): JsonObject {
  return {
    amount: intent.amount ?? 0,
    amount_captured: 0,
    amount_refunded: 0,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.data.billing_details ?? {},
    captured: false,
    currency: intent.currency ?? '',
    customer: intent.customer ?? null,
    description: intent.description ?? null,
    destination: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    metadata: intent.metadata ?? {},
    on_behalf_of: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: method.data.id,
    payment_method_details: { card: method.data.card ?? {}, type: 'card' },
    receipt_email: intent.receipt_email ?? null,
    refunded: false,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor ?? null,
    transfer_data: null,
    transfer_group: intent.transfer_group ?? null,
    ...more,
  };
}

async function succeed(call: Pick<Call, 'tx' | 'cause'>, intent: ApiObject, method: StoredMethod): Promise<ApiObject> {
  const { tx, cause } = call;
  const amount = Number(intent.amount);
  const charge = await insertObject(tx, {
    prefix: 'ch',
    kind: 'charge',
    data: chargeOf(intent, method, {
      amount_captured: amount,
      captured: true,
      outcome: { network_status: 'approved_by_network', reason: null, risk_level: 'normal', type: 'authorized' },
      paid: true,
      status: 'succeeded',
    }),
  });
  const settled = await bookOf(tx, charge, {
    amount,
    fee: feeOf,
    type: 'charge',
    description: text(intent.description) ?? null,
    availableAt: method.card.availableAtOnce ? tx.now : settlementOf(tx.now),
  });
  const done = await updateObject(tx, intent.id, {
    amount_received: amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.data.id,
    status: 'succeeded',
  });
  await emitEvent(tx, cause, 'charge.succeeded', settled);
  await emitEvent(tx, cause, 'payment_intent.succeeded', done);
  if (method.card.disputed) await openDispute(tx, cause, { charge: charge.id, ...method.card.disputed });
  return done;
}

async function decline(call: Call, intent: ApiObject, method: StoredMethod, why: Decline): Promise<never> {
  const { tx, cause } = call;
  const charge = await insertObject(tx, {
    prefix: 'ch',
    kind: 'charge',
    data: chargeOf(intent, method, {
      failure_code: why.code,
      failure_message: why.message,
      outcome: {
        network_status: 'declined_by_network',
        reason: why.declineCode,
        risk_level: 'normal',
        seller_message: 'The bank did not return any further details with this decline.',
        type: 'issuer_declined',
      },
      status: 'failed',
    }),
  });
  const failed = await updateObject(tx, intent.id, {
    last_payment_error: { ...cardError(why, {}, false).error, charge: charge.id, payment_method: method.data },
    latest_charge: charge.id,
    payment_method: null,
    status: 'requires_payment_method',
  });
  await emitEvent(tx, cause, 'charge.failed', charge);
  await emitEvent(tx, cause, 'payment_intent.payment_failed', failed);
  throw cardError(why, { charge: charge.id, payment_intent: failed, payment_method: method.data }, true);
}

// Midnight UTC, two days on.
function settlementOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + settlementDays));
}
