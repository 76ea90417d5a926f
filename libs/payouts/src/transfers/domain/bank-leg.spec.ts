import { bankState, carriersOf, type LegPayout } from './bank-leg.js';

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

describe('the bank payouts that contained a payment', () => {
  it.each<[string, LegPayout[], string[]]>([
    ['none yet', [], []],
    ['the first one once it was available', [payout('po_4', 4), payout('po_5', 5), payout('po_6', 6)], ['po_5']],
    [
      'each one that failed and the next',
      [payout('po_5', 5, failed), payout('po_6', 6, failed), payout('po_7', 7), payout('po_8', 8)],
      ['po_5', 'po_6', 'po_7'],
    ],
    ['one that failed, while there is no other', [payout('po_5', 5, failed)], ['po_5']],
    ['never a debit of the bank', [payout('po_5', 5, { amountMinor: -40n })], []],
    [
      'nor a debit after the one that failed',
      [payout('po_5', 5, failed), payout('po_6', 6, { amountMinor: -40n })],
      ['po_5'],
    ],
    [
      'nor a debit that failed',
      [payout('po_5', 5, failed), payout('po_6', 6, { amountMinor: -40n, ...failed })],
      ['po_5'],
    ],
    ['only one in the currency that arrived', [payout('po_5', 5, { currency: 'eur' }), payout('po_6', 6)], ['po_6']],
  ])('are %s', (_, payouts, carriers) => {
    expect(carriersOf(payment, payouts).map(({ bankPayoutId }) => bankPayoutId)).toEqual(carriers);
  });

  it('are returned if the bank had them, and failed if the bank never took them', () => {
    expect(bankState(payout('po_1', 5, failed), 'paid')).toBe('returned');
    expect(bankState(payout('po_1', 5, failed), 'in_transit')).toBe('failed');
    expect(bankState(payout('po_1', 5, { status: 'canceled' }), 'none')).toBe('failed');
    expect(bankState(payout('po_1', 5), 'returned')).toBe('paid');
  });
});
