import { invalid } from '../http/errors.js';
import { wholeList } from '../http/list.js';
import type { JsonObject } from '../json.js';
import { book, bookAll, bookOf, lockAvailable, selectBalanceTransactions } from '../state/balances.js';
import type { Tx } from '../state/database.js';
import { emitEvent, updateAndEmit } from '../state/events.js';
import { findObject, hash, insertObject, integer, platformAccount, text, type ApiObject } from '../state/objects.js';
import { makeId } from '../system.js';
import { transfersCapability } from './account-view.js';
import { amountOf, currencyOf } from './amounts.js';
import { insertDeposit } from './charges.js';
import { operation } from './operation.js';
import { asGiven, listOperation, lockNamed, referenced, retrieveOperation } from './reading.js';

async function assertCanReceive(tx: Tx, destination: string): Promise<void> {
  const found = await referenced(tx, 'v2.core.account', destination, { name: 'destination' });
  if (found.data.closed === true) {
    throw invalid(`The account ${destination} has been closed.`, { code: 'account_closed', param: 'destination' });
  }
  if (transfersCapability(found.data) !== 'active') {
    throw invalid(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer', param: 'destination' },
    );
  }
}

function insufficient(message: string): Error {
  return invalid(message, { code: 'balance_insufficient' });
}

const create = operation(
  'POST /v1/transfers',
  ['amount', 'currency', 'destination', 'description', 'metadata', 'transfer_group', 'source_type'],
  async (call) => {
    const { tx, parameters } = call;
    const currency = currencyOf(parameters);
    const amount = amountOf(parameters, 12);
    const destination = text(parameters.destination) ?? '';
    await assertCanReceive(tx, destination);
    const source = text(parameters.source_type) ?? 'card';
    const id = makeId('tr');
    const [taken, payment, given] = [makeId('txn'), makeId('py'), makeId('txn')];
    const made = await insertObject(tx, {
      id,
      prefix: 'tr',
      kind: 'transfer',
      data: {
        amount,
        amount_reversed: 0,
        balance_transaction: taken,
        currency,
        destination,
        destination_payment: payment,
        reversals: reversalsOf(id, []),
        reversed: false,
        source_transaction: null,
        source_type: source,
        ...asGiven(parameters, 'description', 'transfer_group'),
      },
    });
    await insertDeposit(tx, { id: payment, account: destination, entry: given, transfer: made });
    await emitEvent(tx, call.cause, 'transfer.created', made);
    // As late as possible: all transfers take from this one balance. Without funds nothing of the above remains.
    const available = source === 'card' ? await lockAvailable(tx, platformAccount, currency) : 0;
    if (available < amount) {
      throw insufficient(
        'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance',
      );
    }
    const description = text(parameters.description) ?? null;
    const arrives = await arriving(tx, destination, { currency, amount });
    await bookAll(tx, [
      { id: taken, account: platformAccount, currency, amount: -amount, type: 'transfer', source: id, description },
      { id: given, account: destination, ...arrives, type: 'payment', source: payment },
    ]);
    return made;
  },
);

/** Arriving amount of a transfer: an account with one currency has every other one converted, at its rate. */
async function arriving(tx: Tx, destination: string, sent: { currency: string; amount: number }) {
  const settles = hash((await findObject(tx, 'v2.core.account', destination))?.private.settles);
  const [currency, rate] = [text(settles.currency), integer(settles.rate)];
  if (currency === undefined || rate === undefined || currency === sent.currency)
    return { ...sent, exchangeRate: null };
  return { currency, amount: Math.round(sent.amount * rate), exchangeRate: rate };
}

/**
 * Amount that a reversal takes from the account, in the currency in which the transfer arrived: its part of the
 * arrived amount.
 */
async function leaving(tx: Tx, transfer: ApiObject, amount: number) {
  const destination = String(transfer.destination);
  const [arrived] = await selectBalanceTransactions(tx, destination, 'and source = $2', [transfer.destination_payment]);
  const rate = integer(arrived?.exchange_rate) ?? null;
  if (!arrived || rate === null) return { currency: String(transfer.currency), amount, exchangeRate: null };
  const part = (reversed: number) => Math.round((Number(arrived.amount) * reversed) / Number(transfer.amount));
  const before = Number(transfer.amount_reversed);
  return { currency: String(arrived.currency), amount: part(before + amount) - part(before), exchangeRate: rate };
}

function reversalsOf(transfer: string, data: JsonObject[]): JsonObject {
  return wholeList(`/v1/transfers/${transfer}/reversals`, data, 10);
}

const reverse = operation('POST /v1/transfers/:id/reversals', ['amount', 'description', 'metadata'], async (call) => {
  const { tx, id, parameters } = call;
  const { data: transfer } = await lockNamed(call, 'transfer');
  const currency = String(transfer.currency);
  const destination = String(transfer.destination);
  const left = Number(transfer.amount) - Number(transfer.amount_reversed);
  if (left === 0)
    throw invalid(`Transfer ${id} has already been fully reversed.`, { code: 'transfer_already_reversed' });
  const amount = parameters.amount === undefined ? left : amountOf(parameters, 12);
  if (amount > left) {
    throw invalid(`Reversal amount (${amount}) is greater than the amount left on the transfer (${left}).`, {
      param: 'amount',
    });
  }
  // Always the platform's balance before the connected one, so that two calls cannot wait for each other.
  const platform = await lockAvailable(tx, platformAccount, currency);
  const taken = await leaving(tx, transfer, amount);
  const short = taken.amount - Math.max(await lockAvailable(tx, destination, taken.currency), 0);
  // The missing amount is reserved on the platform until the account is above zero again.
  const reserves = taken.currency === currency && (await platformBearsLosses(tx, destination));
  if (short > 0 && (!reserves || platform + amount < short)) {
    throw insufficient(`The connected account ${destination} has insufficient funds for this reversal.`);
  }
  const made = await insertObject(tx, {
    prefix: 'trr',
    kind: 'transfer_reversal',
    data: {
      amount,
      balance_transaction: null,
      currency,
      destination_payment_refund: null,
      source_refund: null,
      transfer: id,
      ...asGiven(parameters, 'description'),
    },
  });
  const done = await bookOf(tx, made, { amount, type: 'transfer_refund' });
  await book(tx, { account: destination, ...taken, amount: -taken.amount, type: 'payment_refund', source: made.id });
  await updateAndEmit(tx, call.cause, id, 'transfer.reversed', {
    amount_reversed: Number(transfer.amount_reversed) + amount,
    reversed: amount === left,
    reversals: reversalsOf(id, [done, ...(await reversalsBefore(tx, id, done))]),
  });
  return done;
});

async function platformBearsLosses(tx: Tx, account: string): Promise<boolean> {
  const found = await findObject(tx, 'v2.core.account', account);
  return hash(hash(found?.data.defaults).responsibilities).losses_collector === 'application';
}

async function reversalsBefore(tx: Tx, transfer: string, newest: ApiObject): Promise<JsonObject[]> {
  const rows = await tx.query<{ data: JsonObject }>(
    `select data from stripe_sandbox.objects where kind = 'transfer_reversal' and data->>'transfer' = $1 and id <> $2 order by seq desc`,
    [transfer, newest.id],
  );
  return rows.map((row) => row.data);
}

export const transferOperations = [
  create,
  reverse,
  retrieveOperation('GET /v1/transfers/:id', 'transfer'),
  listOperation('GET /v1/transfers', 'transfer', ['created', 'destination', 'transfer_group']),
  listOperation('GET /v1/transfers/:id/reversals', 'transfer_reversal', [], { parent: 'transfer' }),
];
