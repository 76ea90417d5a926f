import type Stripe from 'stripe';
import { arrivedPayment, bankPayout } from './bank-gateway.js';

const entry = (more: object): Stripe.BalanceTransaction =>
  ({
    id: 'txn_1',
    amount: 1_234,
    currency: 'usd',
    available_on: 60,
    exchange_rate: null,
    source: 'py_1',
    ...more,
  }) as Stripe.BalanceTransaction;
const payout = (more: object): Stripe.Payout =>
  ({
    id: 'po_1',
    amount: 5,
    currency: 'usd',
    created: 60,
    arrival_date: 120,
    status: 'paid',
    reversed_by: null,
    ...more,
  }) as Stripe.Payout;

describe('the provider’s data about a connected account', () => {
  it('show the sent and the received amount of a payment, with the reported rate', () => {
    const source = { object: 'charge', id: 'py_1', amount: 1_000, currency: 'eur' };
    expect(arrivedPayment(entry({ exchange_rate: 1.234, source }))).toMatchObject({
      paymentId: 'py_1',
      balanceTransactionId: 'txn_1',
      source: { amountMinor: 1_000n, currency: 'eur' },
      target: { amountMinor: 1_234n, currency: 'usd' },
      exchangeRate: '1.234',
    });
    expect(arrivedPayment(entry({}))).toMatchObject({
      paymentId: 'py_1',
      source: { amountMinor: 1_234n, currency: 'usd' },
      exchangeRate: null,
    });
  });

  it('show a returned payout as failed, and one with an unknown status as under way', () => {
    expect(bankPayout(payout({})).status).toBe('paid');
    expect(bankPayout(payout({ reversed_by: 'po_2' })).status).toBe('failed');
    expect(bankPayout(payout({ status: 'some_day' })).status).toBe('pending');
    expect(bankPayout(payout({ amount: -7 })).amountMinor).toBe(-7n);
  });
});
