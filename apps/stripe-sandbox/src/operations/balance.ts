import { notEmulated, notFound } from '../http/errors.js';
import { listPage } from '../http/list.js';
import type { JsonObject } from '../json.js';
import { bankSettings, type BankSettings } from '../state/bank.js';
import { bookOf, findBalanceTransaction, readFunds, selectBalanceTransactions } from '../state/balances.js';
import { emitEvent } from '../state/events.js';
import { settlementCurrencies } from '../state/settlement.js';
import { hash, insertObject, platformAccount, setPrivate, text, unixSeconds } from '../state/objects.js';
import { amountOf, currencyOf } from './amounts.js';
import { operation } from './operation.js';
import { asGiven, listOperation, pageParameters, retrieveOperation } from './reading.js';

const retrieve = operation('GET /v1/balance', [], async ({ tx, account }) => {
  const funds = await readFunds(tx, account);
  const settles = account === platformAccount || funds.length === 0 ? await settlementCurrencies(tx) : [];
  const empty = settles.filter((currency) => !funds.some((one) => one.currency === currency));
  const known = [...funds, ...empty.map((currency) => ({ currency, available: 0, pending: 0, reserved: 0 }))];
  const part = (name: 'available' | 'pending') =>
    known.map((one) => ({ amount: one[name], currency: one.currency, source_types: { card: one[name] } }));
  return {
    object: 'balance',
    available: part('available'),
    connect_reserved: known.map((one) => ({ amount: one.reserved, currency: one.currency })),
    livemode: false,
    pending: part('pending'),
  };
});

const retrieveTransaction = operation('GET /v1/balance_transactions/:id', [], async ({ tx, id, account }) => {
  const found = await findBalanceTransaction(tx, account, id);
  if (!found) throw notFound('balance transaction', id);
  return found;
});

const listTransactions = operation(
  'GET /v1/balance_transactions',
  [...pageParameters, 'created', 'currency', 'source', 'type'],
  ({ tx, parameters, account }) => {
    const where = ['currency', 'source', 'type'].flatMap((column) => {
      const value = text(parameters[column]);
      return value === undefined ? [] : [{ sql: `${column} = ?`, value }];
    });
    return listPage(
      tx,
      { table: 'balance_transactions', where, kind: 'balance transaction', url: '/v1/balance_transactions' },
      parameters,
      (condition, values) => selectBalanceTransactions(tx, account, condition, values),
    );
  },
);

const topUp = operation(
  'POST /v1/topups',
  ['amount', 'currency', 'description', 'metadata', 'statement_descriptor', 'transfer_group'],
  async ({ tx, parameters, cause }) => {
    const currency = currencyOf(parameters);
    const amount = amountOf(parameters, 10);
    const made = await insertObject(tx, {
      prefix: 'tu',
      kind: 'topup',
      data: {
        amount,
        balance_transaction: null,
        currency,
        expected_availability_date: unixSeconds(tx.now),
        failure_code: null,
        failure_message: null,
        source: null,
        status: 'succeeded',
        ...asGiven(parameters, 'description', 'statement_descriptor', 'transfer_group'),
      },
    });
    const done = await bookOf(tx, made, { amount, type: 'topup' });
    for (const type of ['topup.created', 'topup.succeeded']) await emitEvent(tx, cause, type, done);
    return done;
  },
);

// The platform itself has no automatic payouts here: they would take the money that transfers need.
const updateSettings = operation('POST /v1/balance_settings', ['payments'], async ({ tx, account, parameters }) => {
  const payments = hash(parameters.payments);
  const schedule = hash(hash(payments.payouts).schedule);
  const interval = text(schedule.interval);
  const known = ['debit_negative_balances', 'payouts'];
  const other = Object.keys(payments).find((name) => !known.includes(name));
  if (other !== undefined) throw notEmulated(`payments[${other}]`);
  for (const name of Object.keys(hash(payments.payouts))) {
    if (name !== 'schedule') throw notEmulated(`payments[payouts][${name}]`);
  }
  if (interval !== undefined && interval !== 'daily' && interval !== 'manual') {
    throw notEmulated(`payments[payouts][schedule][interval]=${interval}`);
  }
  if (account === platformAccount && interval === 'daily') {
    throw notEmulated('payments[payouts][schedule][interval]=daily (of the platform)');
  }
  const before = await bankSettings(tx, account);
  const after = {
    interval: interval ?? before.interval,
    debitsNegative: payments.debit_negative_balances ?? before.debitsNegative,
  } as BankSettings;
  if (account !== platformAccount) {
    await setPrivate(tx, account, { payouts: { interval: after.interval, debits_negative: after.debitsNegative } });
  }
  return viewSettings(after);
});

function viewSettings(settings: BankSettings): JsonObject {
  return {
    object: 'balance_settings',
    payments: {
      debit_negative_balances: settings.debitsNegative,
      payouts: {
        minimum_balance_by_currency: null,
        schedule: settings.interval === 'daily' ? { interval: 'daily' } : { interval: 'manual' },
        statement_descriptor: null,
        status: 'enabled',
      },
      settlement_timing: { delay_days: 2 },
    },
  };
}

export const balanceOperations = [
  retrieve,
  retrieveTransaction,
  listTransactions,
  topUp,
  retrieveOperation('GET /v1/topups/:id', 'topup'),
  listOperation('GET /v1/topups', 'topup', ['created', 'status']),
  updateSettings,
];
