import { notFound } from '../http/errors.js';
import { listObjects } from '../http/list.js';
import type { Tx } from '../state/database.js';
import { findObject, insertObject, integer, text, type ApiObject } from '../state/objects.js';
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

/** Writes the charge that a transfer leaves on the connected account; `entry` is its booking. */
export async function insertDeposit(
  tx: Tx,
  deposit: { id: string; account: string; entry: string; transfer: ApiObject },
): Promise<void> {
  const { id, account, entry, transfer } = deposit;
  const amount = integer(transfer.amount) ?? 0;
  await insertObject(tx, {
    id,
    prefix: 'py',
    kind: 'charge',
    account,
    data: {
      amount,
      amount_captured: amount,
      amount_refunded: 0,
      balance_transaction: entry,
      captured: true,
      currency: String(transfer.currency),
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
}

export const chargeOperations = [retrieve, list];
