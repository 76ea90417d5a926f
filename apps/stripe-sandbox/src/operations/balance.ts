import { mergeMetadata } from '../catalogue/metadata.js';
import { notFound } from '../http/errors.js';
import { listPage } from '../http/list.js';
import { book, findBalanceTransaction, readFunds, selectBalanceTransactions } from '../state/balances.js';
import { emitEvent } from '../state/events.js';
import { findObject, insertObject, platformAccount, text, unixSeconds, updateObject } from '../state/objects.js';
import { amountOf, currencyOf } from './amounts.js';
import type { Operation } from './operation.js';

const retrieve: Operation = {
  route: 'GET /v1/balance',
  emulates: ['expand'],
  async run({ tx, account }) {
    const funds = await readFunds(tx, account);
    const known = funds.length ? funds : [{ currency: 'usd', available: 0, pending: 0 }];
    const part = (name: 'available' | 'pending') =>
      known.map((one) => ({ amount: one[name], currency: one.currency, source_types: { card: one[name] } }));
    return {
      object: 'balance',
      available: part('available'),
      connect_reserved: known.map((one) => ({ amount: 0, currency: one.currency })),
      livemode: false,
      pending: part('pending'),
    };
  },
};

const retrieveTransaction: Operation = {
  route: 'GET /v1/balance_transactions/:id',
  emulates: ['expand'],
  async run({ tx, id, account }) {
    const found = await findBalanceTransaction(tx, account, id);
    if (!found) throw notFound('balance transaction', id);
    return found;
  },
};

const listTransactions: Operation = {
  route: 'GET /v1/balance_transactions',
  emulates: ['limit', 'starting_after', 'ending_before', 'created', 'currency', 'source', 'type', 'expand'],
  run({ tx, parameters, account }) {
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
};

const topUp: Operation = {
  route: 'POST /v1/topups',
  emulates: ['amount', 'currency', 'description', 'metadata', 'statement_descriptor', 'transfer_group', 'expand'],
  async run({ tx, parameters, cause }) {
    const currency = currencyOf(parameters);
    const made = await insertObject(tx, {
      prefix: 'tu',
      kind: 'topup',
      data: {
        amount: amountOf(parameters, 10),
        balance_transaction: null,
        currency,
        description: parameters.description ?? null,
        expected_availability_date: unixSeconds(tx.now),
        failure_code: null,
        failure_message: null,
        metadata: mergeMetadata({}, parameters.metadata),
        source: null,
        statement_descriptor: parameters.statement_descriptor ?? null,
        status: 'succeeded',
        transfer_group: parameters.transfer_group ?? null,
      },
    });
    const amount = Number(made.amount);
    const entry = await book(tx, { account: platformAccount, currency, amount, type: 'topup', source: made.id });
    const done = await updateObject(tx, made.id, { balance_transaction: entry.id });
    await emitEvent(tx, cause, 'topup.created', done);
    await emitEvent(tx, cause, 'topup.succeeded', done);
    return done;
  },
};

const retrieveTopUp: Operation = {
  route: 'GET /v1/topups/:id',
  emulates: ['expand'],
  async run({ tx, id }) {
    const found = await findObject(tx, 'topup', id);
    if (!found) throw notFound('topup', id);
    return found.data;
  },
};

export const balanceOperations = [retrieve, retrieveTransaction, listTransactions, topUp, retrieveTopUp];
