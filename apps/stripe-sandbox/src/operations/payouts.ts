import { invalid, notEmulated } from '../http/errors.js';
import { lockAvailable, book } from '../state/balances.js';
import { makePayout } from '../state/bank.js';
import { updateAndEmit } from '../state/events.js';
import { text } from '../state/objects.js';
import { amountOf, currencyOf } from './amounts.js';
import { operation } from './operation.js';
import { asGiven, listOperation, lockNamed, retrieveOperation } from './reading.js';

const create = operation(
  'POST /v1/payouts',
  ['amount', 'currency', 'description', 'metadata', 'method', 'source_type', 'statement_descriptor'],
  async ({ tx, parameters, account, cause }) => {
    const currency = currencyOf(parameters);
    const amount = amountOf(parameters, 12);
    if (parameters.method === 'instant') throw notEmulated('method=instant');
    if ((text(parameters.source_type) ?? 'card') !== 'card' || (await lockAvailable(tx, account, currency)) < amount) {
      throw invalid(
        'You have insufficient funds in your Stripe account for this transfer. Your card balance is too low. You can use the /v1/balance endpoint to view your Stripe balance (for more details, see stripe.com/docs/api#balance).',
        { code: 'balance_insufficient' },
      );
    }
    const more = asGiven(parameters, 'description', 'statement_descriptor');
    return makePayout(tx, cause, { account, currency, amount, automatic: false, more });
  },
);

const cancel = operation('POST /v1/payouts/:id/cancel', [], async (call) => {
  const { tx, id, account, cause } = call;
  const { data: payout } = await lockNamed(call, 'payout', { param: 'payout' });
  if (payout.status !== 'pending' || payout.automatic === true) {
    throw invalid('Payouts can only be canceled while they are pending, and only when they were made by hand.', {
      code: 'payouts_not_allowed',
    });
  }
  const [currency, amount] = [String(payout.currency), Number(payout.amount)];
  await book(tx, { account, currency, amount, type: 'payout_cancel', source: id });
  return updateAndEmit(tx, cause, id, 'payout.canceled', { status: 'canceled' }, account);
});

export const payoutOperations = [
  create,
  cancel,
  retrieveOperation('GET /v1/payouts/:id', 'payout', { param: 'payout' }),
  listOperation('GET /v1/payouts', 'payout', ['created', 'status']),
];
