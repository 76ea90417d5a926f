import { bankState, carrierOf, type LegPayout } from './bank-leg.js';

const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));
const payment = { paymentId: 'py_1', availableAt: at(5), target: { currency: 'usd' } };
const payout = (bankPayoutId: string, day: number, more: Partial<LegPayout> = {}): LegPayout => ({
  bankPayoutId,
  status: 'paid',
  amountMinor: 100n,
  currency: 'usd',
  createdAt: at(day),
  arrivesAt: null,
  failure: null,
  ...more,
});
const failed = { status: 'failed' } as const;

describe('the bank payout that contains a payment', () => {
  it.each<[string, LegPayout[], string | undefined]>([
    ['none yet', [], undefined],
    ['the first one once it was available', [payout('po_4', 4), payout('po_5', 5), payout('po_6', 6)], 'po_5'],
    ['after one that failed the next', [payout('po_5', 5, failed), payout('po_6', 6)], 'po_6'],
    ['one that failed, while there is no other', [payout('po_5', 5, failed)], 'po_5'],
    ['never a debit of the bank', [payout('po_5', 5, { amountMinor: -40n })], undefined],
    [
      'nor a debit after the one that failed',
      [payout('po_5', 5, failed), payout('po_6', 6, { amountMinor: -40n })],
      'po_5',
    ],
    [
      'nor a debit that failed',
      [payout('po_5', 5, failed), payout('po_6', 6, { amountMinor: -40n, ...failed })],
      'po_5',
    ],
    ['only one in the currency that arrived', [payout('po_5', 5, { currency: 'eur' }), payout('po_6', 6)], 'po_6'],
  ])('is %s', (_, payouts, carrier) => {
    expect(carrierOf(payment, payouts)?.bankPayoutId).toBe(carrier);
  });

  it('is returned if the bank had it, and failed if the bank never took it', () => {
    expect(bankState(payout('po_1', 5, failed), 'paid')).toBe('returned');
    expect(bankState(payout('po_1', 5, failed), 'in_transit')).toBe('failed');
    expect(bankState(payout('po_1', 5, { status: 'canceled' }), 'none')).toBe('failed');
    expect(bankState(payout('po_1', 5), 'returned')).toBe('paid');
  });
});
