import { mergeMetadata } from '../catalogue/metadata.js';
import { invalid, missingReference, notFound } from '../http/errors.js';
import { listObjects } from '../http/list.js';
import { book } from '../state/balances.js';
import type { Tx } from '../state/database.js';
import { emitEvent } from '../state/events.js';
import {
  findObject,
  insertObject,
  integer,
  platformAccount,
  text,
  updateObject,
  type ApiObject,
} from '../state/objects.js';
import { amountOf } from './amounts.js';
import type { Call, Operation } from './operation.js';

const retrieve: Operation = {
  route: 'GET /v1/charges/:id',
  emulates: ['expand'],
  async run({ tx, id, account }) {
    const found = await findObject(tx, 'charge', id, { account });
    if (!found) throw notFound('charge', id);
    return found.data;
  },
};

const list: Operation = {
  route: 'GET /v1/charges',
  emulates: [
    ...['limit', 'starting_after', 'ending_before', 'created', 'expand'],
    ...['customer', 'payment_intent', 'transfer_group'],
  ],
  run: ({ tx, parameters, account }) =>
    listObjects(tx, 'charge', '/v1/charges', parameters, {
      account,
      equals: {
        customer: text(parameters.customer),
        payment_intent: text(parameters.payment_intent),
        transfer_group: text(parameters.transfer_group),
      },
    }),
};

async function chargeToRefund(call: Call): Promise<ApiObject> {
  const { tx, parameters } = call;
  const chargeId = text(parameters.charge);
  const intentId = text(parameters.payment_intent);
  if ((chargeId === undefined) === (intentId === undefined)) {
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const id = chargeId ?? (await latestChargeOf(tx, intentId ?? ''));
  const found = await findObject(tx, 'charge', id, { lock: true });
  if (!found) throw missingReference('charge', id, 'charge');
  return found.data;
}

async function latestChargeOf(tx: Tx, intentId: string): Promise<string> {
  const intent = await findObject(tx, 'payment_intent', intentId);
  if (!intent) throw missingReference('payment_intent', intentId, 'payment_intent');
  const charge = text(intent.data.latest_charge);
  if (charge === undefined) {
    throw invalid(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      param: 'payment_intent',
    });
  }
  return charge;
}

const refund: Operation = {
  route: 'POST /v1/refunds',
  emulates: ['charge', 'payment_intent', 'amount', 'reason', 'metadata', 'expand'],
  async run(call) {
    const { tx, parameters } = call;
    const charge = await chargeToRefund(call);
    const currency = String(charge.currency);
    const left = Number(charge.amount_captured) - Number(charge.amount_refunded);
    if (charge.paid !== true) throw invalid(`Charge ${charge.id} has not been paid and cannot be refunded.`);
    if (left === 0) {
      throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
    }
    const amount = parameters.amount === undefined ? left : amountOf(parameters, 8);
    if (amount > left) {
      throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`, {
        param: 'amount',
      });
    }
    const made = await insertObject(tx, {
      prefix: 're',
      kind: 'refund',
      data: {
        amount,
        balance_transaction: null,
        charge: charge.id,
        currency,
        destination_details: { card: { reference_status: 'pending', type: 'refund' }, type: 'card' },
        metadata: mergeMetadata({}, parameters.metadata),
        payment_intent: charge.payment_intent ?? null,
        reason: parameters.reason ?? null,
        receipt_number: null,
        source_transfer_reversal: null,
        status: 'succeeded',
        transfer_reversal: null,
      },
    });
    const entry = await book(tx, {
      account: platformAccount,
      currency,
      amount: -amount,
      type: 'refund',
      source: made.id,
    });
    const done = await updateObject(tx, made.id, { balance_transaction: entry.id });
    const after = await updateObject(tx, charge.id, {
      amount_refunded: Number(charge.amount_refunded) + amount,
      refunded: amount === left,
    });
    await emitEvent(tx, call.cause, 'refund.created', done);
    await emitEvent(tx, call.cause, 'charge.refunded', after);
    return done;
  },
};

const retrieveRefund: Operation = {
  route: 'GET /v1/refunds/:id',
  emulates: ['expand'],
  async run({ tx, id }) {
    const found = await findObject(tx, 'refund', id);
    if (!found) throw notFound('refund', id);
    return found.data;
  },
};

const listRefunds: Operation = {
  route: 'GET /v1/refunds',
  emulates: ['limit', 'starting_after', 'ending_before', 'created', 'charge', 'payment_intent', 'expand'],
  run: ({ tx, parameters, account }) =>
    listObjects(tx, 'refund', '/v1/refunds', parameters, {
      account,
      equals: { charge: text(parameters.charge), payment_intent: text(parameters.payment_intent) },
    }),
};

/** The charge a transfer leaves on the connected account. */
export async function depositOn(tx: Tx, account: string, transfer: ApiObject): Promise<ApiObject> {
  const currency = String(transfer.currency);
  const amount = integer(transfer.amount) ?? 0;
  const payment = await insertObject(tx, {
    prefix: 'py',
    kind: 'charge',
    account,
    data: {
      amount,
      amount_captured: amount,
      amount_refunded: 0,
      balance_transaction: null,
      captured: true,
      currency,
      description: null,
      metadata: {},
      paid: true,
      payment_intent: null,
      refunded: false,
      source_transfer: transfer.id,
      status: 'succeeded',
      transfer_group: null,
    },
  });
  const entry = await book(tx, { account, currency, amount, type: 'payment', source: payment.id });
  return updateObject(tx, payment.id, { balance_transaction: entry.id });
}

export const chargeOperations = [retrieve, list, refund, retrieveRefund, listRefunds];
