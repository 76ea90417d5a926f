import type { WrittenEvent, WrittenScenario } from './oracle/written.js';

/**
 * A case worked out on paper: what happens, and whole numbers that were computed independently (the comment says how). Alice sells
 * `notes`, acme buys; what a case needs beyond that it says itself. Runs until the month of its last event, unless it says
 * otherwise.
 */
export type WorkedCase = Partial<WrittenScenario> & {
  name: string;
  events: WrittenEvent[];
  /** Part of the result. */
  gives: object;
};

export const at = (when: string, type: string, rest: object): WrittenEvent => ({ at: when, type, ...rest });
export const january = { tenant: 'acme', month: '2026-01' };
export const install = (when: string, name: string, price: number | string, rest: object = {}): WrittenEvent =>
  at(when, 'install', { install: name, drive: 'notes', tenant: 'acme', price, ...rest });
export const change = (when: string, name: string, price: number): WrittenEvent =>
  at(when, 'change_plan', { install: name, price });
export const uninstall = (when: string, name: string): WrittenEvent => at(when, 'uninstall', { install: name });
export const refund = (when: string, name: string, rest: object = {}): WrittenEvent =>
  at(when, 'refund', { refund: name, ...january, ...rest });
export const dispute = (when: string, rest: object = {}): WrittenEvent =>
  at(when, 'dispute', { dispute: 'd', ...january, ...rest });
export const stage = (when: string, to: string, rest: object = {}): WrittenEvent =>
  at(when, 'dispute_update', { dispute: 'd', stage: to, ...rest });
/** 100.00 for January alone: 70.00 and 30.00, paid on 1 February. */
export const HUNDRED = [install('2026-01-01', 'i', 10_000), uninstall('2026-02-01', 'i')];

/** Amounts of a line, or of what was taken from one. */
export const line = (gross: string, author_share: string, platform_share: string, rest: object = {}): object => ({
  ...rest,
  gross,
  author_share,
  platform_share,
});
export const paid = (month: string, ...payouts: object[]): object => ({ month, payouts });
/** Two authors, and an author who bills a Drive of their own. */
export const BOB_SELLS_CHAT = {
  authors: { alice: {}, bob: {} },
  drives: { notes: { author: 'alice' }, chat: { author: 'bob' } },
};
export const ALICE_BILLS_ONE: Pick<WrittenScenario, 'drives'> = {
  drives: { notes: { author: 'alice' }, own: { author: 'alice', billing: 'author' } },
};
const whole = (basis_points: number) => ({
  author_share: { basis_points },
});

export const SECONDS_AND_SPLITS: WorkedCase[] = [
  {
    name: 'one second of a month of 31 days',
    // 26784 x 100 a month: 2678400 / 2678400 = 1. R(0.7) = 1.
    events: [install('2026-01-31T23:59:59Z', 'i', 2_678_400), uninstall('2026-02-01', 'i')],
    until: '2026-01',
    gives: { lines: [line('1', '1', '0', { seconds: 1, month_seconds: 2_678_400 })] },
  },
  {
    name: 'half a unit goes up',
    // 1 x 1339200 / 2678400 = 0.5 -> 1.
    events: [install('2026-01-16T12:00:00Z', 'i', 1)],
    gives: { lines: [line('1', '1', '0', { seconds: 1_339_200 })] },
  },
  {
    name: 'a second less than half goes down, and no line is written',
    // 1 x 1339199 / 2678400 = 0.4999996 -> 0.
    events: [install('2026-01-16T12:00:01Z', 'i', 1)],
    gives: { lines: [], invoices: [], postings: [] },
  },
  {
    name: 'the 29th of February in a leap year',
    // 2900 x 86400 / 2505600 = 100.
    events: [install('2024-02-29', 'i', 2900)],
    gives: { lines: [line('100', '70', '30', { seconds: 86_400, month_seconds: 2_505_600 })] },
  },
  {
    name: 'the last day of a February of 28 days',
    // 2900 x 86400 / 2419200 = 103.571 -> 104; R(72.8) = 73.
    events: [install('2026-02-28', 'i', 2900)],
    gives: { lines: [line('104', '73', '31', { seconds: 86_400, month_seconds: 2_419_200 })] },
  },
  {
    name: 'a day of a month of 30 days',
    // 4900 x 86400 / 2592000 = 163.33 -> 163; R(114.1) = 114.
    events: [install('2026-04-30', 'i', 4900)],
    gives: { lines: [line('163', '114', '49', { month_seconds: 2_592_000 })] },
  },
  {
    name: 'three prices in a month, each stretch rounded by itself',
    // 10 days: 1000 x 10/31 = 322.58 -> 323. 10 days: 2000 x 10/31 = 645.16 -> 645. 11 days: 3000 x 11/31 = 1064.516 -> 1065.
    // Shares: R(226.1) = 226; R(0.7 x 968 = 677.6) = 678 - 226 = 452; R(0.7 x 2033 = 1423.1) = 1423 - 678 = 745.
    events: [install('2026-01-01', 'i', 1000), change('2026-01-11', 'i', 2000), change('2026-01-21', 'i', 3000)],
    gives: { lines: [line('323', '226', '97'), line('645', '452', '193'), line('1065', '745', '320')] },
  },
  {
    name: 'a price change at the very edge of a month',
    events: [install('2026-01-01', 'i', 1000), change('2026-02-01', 'i', 2000)],
    gives: {
      lines: [
        line('1000', '700', '300', { month: '2026-01', price: '1000' }),
        line('2000', '1400', '600', { month: '2026-02', price: '2000' }),
      ],
    },
  },
  {
    name: 'a price change in the last second of a month',
    // 1000 x 2678399 / 2678400 = 999.9996 -> 1000; 2678400 x 1 / 2678400 = 1. Shares: 700; R(700.7) = 701 - 700 = 1.
    events: [install('2026-01-01', 'i', 1000), change('2026-01-31T23:59:59Z', 'i', 2_678_400)],
    gives: { lines: [line('1000', '700', '300', { seconds: 2_678_399 }), line('1', '1', '0', { seconds: 1 })] },
  },
  {
    name: 'removed and installed again on one day, by seconds',
    // 3100 x (9 days 10 h = 813600 s) / 2678400 = 941.67 -> 942; x (21 days 12 h = 1857600 s) = 2150.
    events: [
      install('2026-01-01', 'a', 3100),
      uninstall('2026-01-10T10:00:00Z', 'a'),
      install('2026-01-10T12:00:00Z', 'b', 3100),
    ],
    // R(659.4) = 659; R(0.7 x 3092 = 2164.4) = 2164 - 659 = 1505.
    gives: { lines: [line('942', '659', '283'), line('2150', '1505', '645')], invoices: [{ total: '3092' }] },
  },
  {
    name: 'a trial over the end of a month',
    // 25 Jan + 14 days = 8 Feb; 21 of 28 days of 28.00.
    events: [install('2026-01-25', 'i', 2800, { trial_days: 14 })],
    until: '2026-02',
    gives: { lines: [line('2100', '1470', '630', { month: '2026-02', from: '2026-02-08T00:00:00.000Z' })] },
  },
  {
    name: 'removed before its trial ends',
    events: [install('2026-01-05', 'i', 2800, { trial_days: 14 }), uninstall('2026-01-18', 'i')],
    gives: { lines: [], invoices: [], postings: [] },
  },
  {
    name: 'a trial outlasts a change of the price',
    // From 15 Jan, 17 of 31 days of 62.00.
    events: [install('2026-01-01', 'i', 3100, { trial_days: 14 }), change('2026-01-08', 'i', 6200)],
    gives: { lines: [line('3400', '2380', '1020', { from: '2026-01-15T00:00:00.000Z', price: '6200' })] },
  },
  {
    name: 'ten lines of 1: seven for the author, running',
    // R(0.7 k): 1 1 2 3 4 4 5 6 6 7.
    events: [...'abcdefghij'].map((name) => install('2026-01-01', name, 1)),
    gives: { lines: ['1', '0', '1', '1', '1', '0', '1', '1', '0', '1'].map((share) => ({ author_share: share })) },
  },
  {
    name: 'the running total starts at zero with each month and each currency',
    // In each: R(0.7) = 1.
    events: [install('2026-01-01', 'i', 1), install('2026-01-01', 'j', 1, { currency: 'eur' })],
    until: '2026-02',
    gives: { lines: [line('1', '1', '0'), line('1', '1', '0'), line('1', '1', '0'), line('1', '1', '0')] },
  },
  {
    name: 'nothing, and everything, for the author',
    events: [install('2026-01-01', 'i', 999), install('2026-01-01', 'j', 999, { drive: 'gift' })],
    drives: { notes: { author: 'alice', basis_points: 0 }, gift: { author: 'alice', basis_points: 10_000 } },
    gives: { lines: [line('999', '0', '999', { basis_points: 0 }), line('999', '999', '0', { basis_points: 10_000 })] },
  },
  {
    name: '99.99 %: a hundredth of a percent is kept',
    // R(0.9999 x 10000) = 9999; R(0.9999 x 15000 = 14998.5) = 14999 - 9999 = 5000.
    events: [install('2026-01-01', 'i', 10_000), install('2026-01-01', 'j', 5000)],
    policies: whole(9999),
    gives: { lines: [line('10000', '9999', '1'), line('5000', '5000', '0')] },
  },
  {
    name: 'a new share holds for what is installed afterwards',
    // i keeps 70 %, j has 80 %: 700, then R(0.7 x 1000 + 0.8 x 1000) = 1500 - 700 = 800.
    events: [
      install('2026-01-01', 'i', 1000),
      { at: '2026-01-10', type: 'policy', key: 'author_share', value: whole(8000).author_share },
      install('2026-02-01', 'j', 1000),
    ],
    gives: { lines: [line('1000', '700', '300'), line('1000', '700', '300'), line('1000', '800', '200')] },
  },
  {
    name: 'amounts above 2^53 keep every unit',
    // R(0.7 x 9007199254740993 = 6305039478318695.1) = 6305039478318695.
    events: [install('2026-01-01', 'i', '9007199254740993')],
    gives: {
      lines: [line('9007199254740993', '6305039478318695', '2702159776422298')],
      runs: [paid('2026-01', { paid: '6305039478318695', carried: '0' })],
    },
  },
];
