import type { Tx } from '../state/database.js';
import { insertObject, integer, type ApiObject } from '../state/objects.js';
import { listOperation, retrieveOperation } from './reading.js';

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

export const chargeOperations = [
  retrieveOperation('GET /v1/charges/:id', 'charge'),
  listOperation('GET /v1/charges', 'charge', ['created', 'customer', 'payment_intent', 'transfer_group']),
];
