import { notFound } from '../http/errors.js';
import { listObjects } from '../http/list.js';
import { book } from '../state/balances.js';
import type { Tx } from '../state/database.js';
import { findObject, insertObject, integer, text, updateObject, type ApiObject } from '../state/objects.js';
import type { Operation } from './operation.js';

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

export const chargeOperations = [retrieve, list];
