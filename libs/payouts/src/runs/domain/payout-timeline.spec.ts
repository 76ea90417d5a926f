import { timelineOf, type LifeEvent, type PayoutFacts } from './payout-timeline.js';

const day = (n: number): Date => new Date(Date.UTC(2026, 10, n));
const event = (kind: LifeEvent['kind'], n: number, ref: string, note: string | null = null): LifeEvent => ({
  ...{ kind, ref, note },
  at: day(n),
});
const FROZEN: PayoutFacts = {
  state: 'computed',
  frozenAt: day(5),
  approvedAt: null,
  sentAt: null,
  life: [],
  bankExpectedAt: null,
};
const MADE = event('transferred', 7, 'tr_1');
const SETTLED: PayoutFacts = { ...FROZEN, state: 'settled', approvedAt: day(6), sentAt: day(7), life: [MADE] };
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
    ['before the bank', [], true, ['transferred', 'reversed']],
    ['in part before the bank', [], false, ['transferred', 'reversed', 'bank_expected']],
    ['after the bank', [event('bank_arrived', 9, 'po_1')], true, ['transferred', 'bank_arrived', 'reversed']],
  ] as const)('shows a reversal %s', (_what, atBank, reversed, codes) => {
    const back = event('reversed', 11, 'trr_1', '10.00 USD of tr_1');
    const payout = { ...SETTLED, reversed, life: [MADE, back, ...atBank] };
    expect(
      stepsOf(payout)
        .slice(3)
        .map(([code]) => code),
    ).toEqual(codes);
    expect(timelineOf(payout, 'author').find(({ code }) => code === 'reversed')).toMatchObject({
      at: day(11),
      done: true,
      note: '10.00 USD of tr_1',
      ref: 'trr_1',
    });
  });

  it.each([
    ['without an event yet', [], ['bank_expected', null, false]],
    ['arrived', [event('bank_arrived', 9, 'po_1')], ['bank_arrived', 9, true]],
    ['refused, and tried again', [event('bank_refused', 8, 'po_1')], ['bank_refused', 8, true]],
    ['sent back', [event('bank_returned', 10, 'po_1')], ['bank_returned', 10, true]],
    [
      'refused, then arrived',
      [event('bank_refused', 8, 'po_1'), event('bank_arrived', 12, 'po_2')],
      ['bank_arrived', 12, true],
    ],
  ] as const)('ends at the bank: %s', (_what, atBank, last) => {
    expect(stepsOf({ ...SETTLED, life: [MADE, ...atBank] }).at(-1)).toEqual(last);
  });

  it('has a date for the bank while the payout is on its way', () => {
    expect(stepsOf({ ...SETTLED, bankExpectedAt: day(9) }).at(-1)).toEqual(['bank_expected', 9, false]);
  });

  it('has everything that happened in the order of time, and does not promise the rest', () => {
    const refused = { ...FROZEN, state: 'carried', approvedAt: day(6), life: [event('refused', 7, '17', 'Closed.')] };
    expect(stepsOf(refused)).toEqual([
      ['frozen', 5, true],
      ['approved', 6, true],
      ['refused', 7, true],
    ]);
    expect(timelineOf(refused, 'author').at(-1)).toMatchObject({ note: 'Closed.', ref: '17' });
    const life = [event('replaced', 20, 'tr_2'), ...refused.life, event('given_up', 9, 'payout')];
    expect(stepsOf({ ...refused, sentAt: day(7), life }).map(([code]) => code)).toEqual([
      ...['frozen', 'approved', 'sent', 'refused', 'given_up', 'replaced'],
    ]);
    // Tried again, with success.
    const again = { ...SETTLED, life: [event('transferred', 12, 'tr_3'), ...refused.life] };
    expect(stepsOf(again).map(([code]) => code)).toEqual([
      ...['frozen', 'approved', 'sent', 'refused', 'transferred', 'bank_expected'],
    ]);
  });

  it('is the same for finance, in words that speak of the author', () => {
    const all = (['transferred', 'refused', 'given_up', 'bank_arrived', 'bank_refused', 'bank_returned'] as const)
      .concat(['reversed', 'returned', 'replaced'] as never)
      .map((kind) => event(kind, 8, 'x'));
    for (const payout of [FROZEN, SETTLED, { ...SETTLED, life: all }]) {
      const [author, finance] = [timelineOf(payout, 'author'), timelineOf(payout, 'finance')];
      const facts = (steps: typeof author) => steps.map(({ label: _, ...fact }) => fact);
      expect(facts(finance)).toEqual(facts(author));
      for (const [i, { label }] of finance.entries())
        expect(label).toBe(author[i]!.label.replace('your', 'the author’s'));
    }
  });
});
