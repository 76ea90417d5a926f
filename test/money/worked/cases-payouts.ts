import { install, january, line, paid, uninstall, type WorkedCase } from './cases.js';

export const CURRENCIES_AND_PAYOUTS: WorkedCase[] = [
  {
    name: 'yen have no decimals',
    // 3001 x 15.5/31 = 1500.5 -> 1501; R(1050.7) = 1051. Least payout 3000: carried.
    events: [install('2026-01-16T12:00:00Z', 'i', 3001, { currency: 'jpy' })],
    gives: {
      lines: [line('1501', '1051', '450')],
      runs: [paid('2026-01', { paid: '0', carried: '1051', reason: 'below_minimum' })],
    },
  },
  {
    name: 'Kuwaiti fils are charged and paid in tens',
    // 20003: 20000 charged, 3 carried. R(14002.1) = 14002: 14000 paid, 2 carried.
    events: [install('2026-01-01', 'i', 20_003, { currency: 'kwd' })],
    gives: {
      invoices: [{ total: '20003', amount_due: '20000', carried_out: '3', state: 'paid' }],
      runs: [paid('2026-01', { balance: '14002', paid: '14000', carried: '2', reason: 'rounded_down' })],
    },
  },
  {
    name: 'forints are paid in hundreds and the rest comes the month after',
    // R(0.7 x 1500001 = 1050000.7) = 1050001: 1050000 + 1. Then 1050001 + 1 = 1050002: 1050000 + 2.
    events: [install('2026-01-01', 'i', 1_500_001, { currency: 'huf' })],
    until: '2026-02',
    gives: {
      runs: [
        paid('2026-01', { opening: '0', paid: '1050000', carried: '1' }),
        paid('2026-02', { opening: '1', earned: '1050001', paid: '1050000', carried: '2' }),
      ],
    },
  },
  {
    name: 'the least payout is reached exactly',
    // 0.7 x 3571 = 2499.7 -> 2500.
    events: [install('2026-01-01', 'i', 3571)],
    gives: { runs: [paid('2026-01', { balance: '2500', paid: '2500', reason: 'to_pay' })] },
  },
  {
    name: 'one unit under the least payout',
    // 0.7 x 3570 = 2499.
    events: [install('2026-01-01', 'i', 3570)],
    until: '2026-02',
    gives: {
      runs: [
        paid('2026-01', { balance: '2499', paid: '0', carried: '2499', reason: 'below_minimum' }),
        paid('2026-02', { opening: '2499', earned: '2499', balance: '4998', paid: '4998', carried: '0' }),
      ],
    },
  },
  {
    name: 'the larger of the minimums of currency and country',
    events: [install('2026-01-01', 'i', 5000)],
    until: '2026-02',
    authors: { alice: { country: 'DE' } },
    policies: { payout_minimum: { by_currency: { usd: '2500' }, by_country: { DE: { usd: '7000' } } } },
    gives: {
      runs: [
        paid('2026-01', { paid: '0', carried: '3500', reason: 'below_minimum' }),
        paid('2026-02', { paid: '7000', carried: '0', reason: 'to_pay' }),
      ],
    },
  },
  {
    name: 'a policy goes before the table of currencies, also with less, and a country only raises what holds',
    // 0.7 x 2000 = 1400 each. Dollars: 1000 by the policy, 2500 by the table. Euros: not in the policy, 2500 by the table.
    // Francs: 900 by the policy, 1000 by the country. Pounds: 1300 by the policy, 1500 by the country.
    events: ['usd', 'eur', 'chf', 'gbp'].map((currency) => install('2026-01-01', currency, 2000, { currency })),
    authors: { alice: { country: 'DE' } },
    policies: {
      payout_minimum: {
        by_currency: { usd: '1000', chf: '900', gbp: '1300' },
        by_country: { DE: { usd: '400', chf: '1000', gbp: '1500' } },
      },
    },
    gives: {
      runs: [
        paid(
          '2026-01',
          { currency: 'chf', paid: '1400' },
          { currency: 'eur', paid: '0', reason: 'below_minimum' },
          { currency: 'gbp', paid: '0', reason: 'below_minimum' },
          { currency: 'usd', paid: '1400' },
        ),
      ],
    },
  },
  {
    name: 'a least payout written into the table holds without a policy, and gives way to one',
    events: [
      install('2026-01-01', 'i', 2000),
      {
        at: '2026-03-01',
        type: 'policy',
        key: 'payout_minimum',
        value: { by_currency: { usd: '1500' }, by_country: {} },
      },
    ],
    until: '2026-02',
    currencies: { usd: { min_payout: 1400 } },
    gives: {
      runs: [paid('2026-01', { paid: '1400', reason: 'to_pay' }), paid('2026-02', { paid: '0', carried: '1400' })],
    },
  },
  {
    name: 'an author where nobody can be paid earns, and is told why nothing comes',
    events: [install('2026-01-01', 'i', 5000)],
    authors: { alice: { country: 'br', account: 'none' } },
    gives: { runs: [paid('2026-01', { paid: '0', carried: '3500', reason: 'country_unsupported' })] },
  },
  {
    name: 'balances of two currencies are not netted',
    // Dollars: paid 3500 in February, taken back -3500. Euros: 3500 paid all the same.
    events: [
      install('2026-01-01', 'd', 5000),
      uninstall('2026-02-01', 'd'),
      install('2026-02-01', 'e', 5000, { currency: 'eur' }),
      { at: '2026-02-20', type: 'refund', refund: 'r', ...january },
    ],
    gives: {
      runs: [
        paid('2026-01', { currency: 'usd', paid: '3500' }),
        paid(
          '2026-02',
          { currency: 'eur', paid: '3500', reason: 'to_pay' },
          { currency: 'usd', taken_back: '-3500', carried: '-3500', reason: 'negative_balance' },
        ),
      ],
    },
  },
  {
    name: 'free, first-party and two authors on one invoice',
    events: [
      install('2026-01-01', 'free', 0),
      install('2026-01-01', 'own', 1000, { drive: 'host' }),
      install('2026-01-01', 'x', 1001),
      install('2026-01-01', 'y', 1003, { drive: 'chat' }),
    ],
    authors: { alice: {}, bob: {} },
    drives: { notes: { author: 'alice' }, chat: { author: 'bob' }, host: { first_party: true } },
    // R(700.7) = 701; R(702.1) = 702.
    gives: {
      lines: [line('1000', '0', '1000', { author: null }), line('1001', '701', '300'), line('1003', '702', '301')],
      invoices: [{ total: '3004' }],
      runs: [paid('2026-01', { author: 'alice', carried: '701' }, { author: 'bob', carried: '702' })],
    },
  },
];
