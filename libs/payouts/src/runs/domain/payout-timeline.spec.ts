import { timelineOf, type PayoutFacts } from './payout-timeline.js';

const day = (n: number): Date => new Date(Date.UTC(2026, 10, n));
const FROZEN: PayoutFacts = {
  state: 'computed',
  frozenAt: day(5),
  approvedAt: null,
  sentAt: null,
  settledAt: null,
  backBecause: null,
  bank: null,
};
const SETTLED: PayoutFacts = { ...FROZEN, state: 'settled', approvedAt: day(6), sentAt: day(7), settledAt: day(7) };
const bank = (state: 'pending' | 'in_transit' | 'paid' | 'failed' | 'returned', failure: string | null = null) => ({
  ...{ state, failure },
  arrivesAt: day(9),
  checkedAt: day(10),
});
const stepsOf = (payout: PayoutFacts) =>
  timelineOf(payout, 'author').map(({ code, at, done }) => [code, at?.getUTCDate() ?? null, done]);

describe('the timeline of a payout', () => {
  it('lists future steps without a date', () => {
    expect(stepsOf(FROZEN)).toEqual([
      ['frozen', 5, true],
      ['approved', null, false],
      ['sent', null, false],
      ['transferred', null, false],
      ['bank_expected', null, false],
    ]);
  });

  it.each([
    ['before the bank', null, true, ['transferred', 'reversed']],
    ['in part before the bank', null, false, ['transferred', 'bank_expected', 'reversed']],
    ['after the bank', bank('paid'), true, ['transferred', 'bank_arrived', 'reversed']],
  ] as const)('shows a reversal %s', (_what, leg, reversed, codes) => {
    const payout = { ...SETTLED, bank: leg, reversed, reversals: [{ at: day(11), note: '10.00 USD of tr_1' }] };
    expect(
      stepsOf(payout)
        .slice(3)
        .map(([code]) => code),
    ).toEqual(codes);
    expect(timelineOf(payout, 'author').at(-1)).toMatchObject({ at: day(11), done: true, note: '10.00 USD of tr_1' });
  });

  it.each([
    ['without an event yet', null, ['bank_expected', null, false]],
    ['on its way', bank('in_transit'), ['bank_expected', 9, false]],
    ['tried again', { ...bank('pending', 'could_not_process'), refusedAt: day(8) }, ['bank_refused', 8, true]],
    ['arrived', bank('paid'), ['bank_arrived', 9, true]],
    ['refused', bank('failed', 'account_closed'), ['bank_refused', 10, true]],
    ['sent back', bank('returned', 'account_closed'), ['bank_returned', 10, true]],
  ] as const)('ends at the bank: %s', (_what, leg, last) => {
    const steps = stepsOf({ ...SETTLED, bank: leg });
    expect(steps.slice(0, 4).map(([code, , done]) => [code, done])).toEqual([
      ['frozen', true],
      ['approved', true],
      ['sent', true],
      ['transferred', true],
    ]);
    expect(steps.at(-1)).toEqual(last);
    expect(timelineOf({ ...SETTLED, bank: leg }, 'author').at(-1)!.note).toBe(leg?.failure ?? null);
  });

  it('ends in the balance where nothing was paid, and does not promise the rest', () => {
    const carried = { ...FROZEN, state: 'carried', approvedAt: day(6), backBecause: 'The account was closed.' };
    expect(stepsOf(carried)).toEqual([
      ['frozen', 5, true],
      ['approved', 6, true],
      ['back_in_balance', null, true],
    ]);
    expect(stepsOf({ ...carried, sentAt: day(7) }).map(([code]) => code)).toContain('sent');
    expect(timelineOf(carried, 'author').at(-1)!.note).toBe('The account was closed.');
  });

  it('is the same for finance, in words that speak of the author', () => {
    for (const payout of [
      FROZEN,
      { ...FROZEN, state: 'carried' },
      ...(['pending', 'paid', 'failed', 'returned'] as const).map((state) => ({ ...SETTLED, bank: bank(state) })),
    ]) {
      const [author, finance] = [timelineOf(payout, 'author'), timelineOf(payout, 'finance')];
      const facts = (steps: typeof author) => steps.map(({ label: _, ...fact }) => fact);
      expect(facts(finance)).toEqual(facts(author));
      for (const [i, { label }] of finance.entries())
        expect(label).toBe(author[i]!.label.replace('your', 'the author’s'));
    }
  });
});
