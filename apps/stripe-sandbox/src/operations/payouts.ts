import { mergeMetadata } from '../catalogue/metadata.js';
import { invalid, notEmulated, notFound } from '../http/errors.js';
import { listObjects } from '../http/list.js';
import { lockAvailable, book } from '../state/balances.js';
import { makePayout } from '../state/bank.js';
import { emitEvent } from '../state/events.js';
import { findObject, text, updateObject } from '../state/objects.js';
import { amountOf, currencyOf } from './amounts.js';
import type { Operation } from './operation.js';

const create: Operation = {
  route: 'POST /v1/payouts',
  emulates: [
    'amount',
    'currency',
    'description',
    'metadata',
    'method',
    'source_type',
    'statement_descriptor',
    'expand',
  ],
  async run({ tx, parameters, account, cause }) {
    const currency = currencyOf(parameters);
    const amount = amountOf(parameters, 12);
    if (parameters.method === 'instant') throw notEmulated('method=instant');
    if ((text(parameters.source_type) ?? 'card') !== 'card' || (await lockAvailable(tx, account, currency)) < amount) {
      throw invalid(
        'You have insufficient funds in your Stripe account for this transfer. Your card balance is too low. You can use the /v1/balance endpoint to view your Stripe balance (for more details, see stripe.com/docs/api#balance).',
        { code: 'balance_insufficient' },
      );
    }
    return makePayout(tx, cause, {
      account,
      currency,
      amount,
      automatic: false,
      more: {
        description: parameters.description ?? null,
        metadata: mergeMetadata({}, parameters.metadata),
        statement_descriptor: parameters.statement_descriptor ?? null,
      },
    });
  },
};

const cancel: Operation = {
  route: 'POST /v1/payouts/:id/cancel',
  emulates: ['expand'],
  async run({ tx, id, account, cause }) {
    const found = await findObject(tx, 'payout', id, { account, lock: true });
    if (!found) throw notFound('payout', id, 'payout');
    if (found.data.status !== 'pending' || found.data.automatic === true) {
      throw invalid('Payouts can only be canceled while they are pending, and only when they were made by hand.', {
        code: 'payouts_not_allowed',
      });
    }
    await book(tx, {
      account,
      currency: String(found.data.currency),
      amount: Number(found.data.amount),
      type: 'payout_cancel',
      source: id,
    });
    const canceled = await updateObject(tx, id, { status: 'canceled' });
    await emitEvent(tx, cause, 'payout.canceled', canceled, account);
    return canceled;
  },
};

const retrieve: Operation = {
  route: 'GET /v1/payouts/:id',
  emulates: ['expand'],
  async run({ tx, id, account }) {
    const found = await findObject(tx, 'payout', id, { account });
    if (!found) throw notFound('payout', id, 'payout');
    return found.data;
  },
};

const list: Operation = {
  route: 'GET /v1/payouts',
  emulates: ['limit', 'starting_after', 'ending_before', 'created', 'status', 'expand'],
  run: ({ tx, parameters, account }) =>
    listObjects(tx, 'payout', '/v1/payouts', parameters, { account, equals: { status: text(parameters.status) } }),
};

export const payoutOperations = [create, cancel, retrieve, list];
