import { invalid } from '../http/errors.js';
import { book, bookOf } from '../state/balances.js';
import type { Tx } from '../state/database.js';
import { emitEvent, type Cause, updateAndEmit } from '../state/events.js';
import { findObject, hash, insertObject, text, updateObject, type ApiObject } from '../state/objects.js';
import { refundFee } from '../state/settlement.js';
import { amountOf } from './amounts.js';
import { operation, type Call } from './operation.js';
import { asGiven, listOperation, lockNamed, referenced, retrieveOperation } from './reading.js';

async function chargeToRefund(call: Call): Promise<ApiObject> {
  const { tx, parameters } = call;
  const chargeId = text(parameters.charge);
  const intentId = text(parameters.payment_intent);
  if ((chargeId === undefined) === (intentId === undefined)) {
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const id = chargeId ?? (await latestChargeOf(tx, intentId ?? ''));
  return (await referenced(tx, 'charge', id, { lock: true })).data;
}

export async function latestChargeOf(tx: Tx, intentId: string): Promise<string> {
  const intent = await referenced(tx, 'payment_intent', intentId);
  const charge = text(intent.data.latest_charge);
  if (charge === undefined) {
    throw invalid(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      param: 'payment_intent',
    });
  }
  return charge;
}

/** Amount of a charge held by disputes, open or lost; refuses when one is open and the bank has taken the money. */
async function takenByDisputes(tx: Tx, charge: string): Promise<number> {
  const rows = await tx.query<{ amount: string; status: string }>(
    `select data->>'amount' as amount, data->>'status' as status from stripe_sandbox.objects
      where kind = 'dispute' and data->>'charge' = $1 and jsonb_array_length(data->'balance_transactions') > 0
        and data->>'status' <> 'won'`,
    [charge],
  );
  if (rows.some(({ status }) => status !== 'lost')) {
    throw invalid(`Charge ${charge} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  }
  return rows.reduce((sum, { amount }) => sum + Number(amount), 0);
}

/** Whether the card of a charge takes its time with refunds. */
async function isSlow(tx: Tx, charge: ApiObject): Promise<boolean> {
  const method = await findObject(tx, 'payment_method', text(charge.payment_method) ?? '');
  return hash(method?.private.card).refundsPending === true;
}

const create = operation(
  'POST /v1/refunds',
  ['charge', 'payment_intent', 'amount', 'reason', 'metadata'],
  async (call) => {
    const { tx, parameters } = call;
    const charge = await chargeToRefund(call);
    const currency = String(charge.currency);
    if (charge.paid !== true) throw invalid(`Charge ${charge.id} has not been paid and cannot be refunded.`);
    const unrefunded = Number(charge.amount_captured) - Number(charge.amount_refunded);
    if (unrefunded === 0) {
      throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
    }
    const left = unrefunded - (await takenByDisputes(tx, charge.id));
    if (left <= 0) {
      throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
    }
    const amount = parameters.amount === undefined ? left : amountOf(parameters, 12);
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
        payment_intent: charge.payment_intent ?? null,
        ...asGiven(parameters, 'reason'),
        receipt_number: null,
        source_transfer_reversal: null,
        status: (await isSlow(tx, charge)) ? 'pending' : 'succeeded',
        transfer_reversal: null,
      },
    });
    const done = await bookOf(tx, made, { amount: -amount, type: 'refund', fee: await refundFee(tx) });
    const after = await updateObject(tx, charge.id, {
      amount_refunded: Number(charge.amount_refunded) + amount,
      refunded: amount === unrefunded,
    });
    await emitEvent(tx, call.cause, 'refund.created', done);
    await emitEvent(tx, call.cause, 'charge.refunded', after);
    return done;
  },
);

/**
 * Later changes of a refund: a pending one is paid out, or any comes back to the balance (the bank
 * could not place it).
 */
export async function endRefund(
  tx: Tx,
  cause: Cause,
  id: string,
  status: 'succeeded' | 'failed',
  failureReason = 'lost_or_stolen_card',
): Promise<ApiObject> {
  const { data: refund } = await lockNamed({ tx, id }, 'refund');
  if (refund.status === 'failed' || (status === 'succeeded' && refund.status !== 'pending')) {
    throw invalid(`Refund ${id} is ${String(refund.status)}.`);
  }
  if (status === 'succeeded') {
    const done = await updateAndEmit(tx, cause, id, 'refund.updated', { status });
    await emitEvent(tx, cause, 'charge.refund.updated', done);
    return done;
  }
  const charge = await findObject(tx, 'charge', String(refund.charge), { lock: true });
  const amount = Number(refund.amount);
  const currency = String(refund.currency);
  const entry = await book(tx, { currency, amount, type: 'refund_failure', source: id });
  const done = await updateObject(tx, id, {
    status,
    failure_reason: failureReason,
    failure_balance_transaction: entry.id,
  });
  if (charge) {
    await updateObject(tx, charge.data.id, {
      amount_refunded: Number(charge.data.amount_refunded) - amount,
      refunded: false,
    });
  }
  await emitEvent(tx, cause, 'refund.failed', done);
  await emitEvent(tx, cause, 'charge.refund.updated', done);
  return done;
}

export const refundOperations = [
  create,
  retrieveOperation('GET /v1/refunds/:id', 'refund'),
  listOperation('GET /v1/refunds', 'refund', ['created', 'charge', 'payment_intent']),
];
