import {
  ALICE_BILLS_ONE,
  at,
  BOB_SELLS_CHAT,
  change,
  dispute,
  HUNDRED,
  install,
  january,
  line,
  paid,
  refund,
  stage,
  uninstall,
  type WorkedCase,
} from './cases.js';

const balance = (account: string, owner: string | null, amount: string) =>
  expect.objectContaining({ account, owner, balance: amount }) as unknown;

/** Several rules at once, worked on paper like the others; the oracle does not compute all of it. */
export const COMBINED: WorkedCase[] = [
  {
    name: 'instants with an offset, months as days, currencies in capitals: one invoice, half a month each',
    // 15.5 of 31 days of 3100: 1550 each; R(1085), R(2170) - 1085.
    events: [
      install('2026-01-16T13:00:00+01:00', 'a', 3_100, { currency: 'USD' }),
      install('2026-01-16 12:00', 'b', 3_100, { currency: 'usd' }),
    ],
    gives: {
      lines: [line('1550', '1085', '465'), line('1550', '1085', '465')],
      invoices: [{ currency: 'usd', total: '3100', state: 'paid' }],
    },
  },
  {
    name: 'a plan change into another currency ends one invoice and begins another',
    // 10 of 30 days of 3000 = 1000 usd; 20 of 30 days of 6000 = 4000 jpy.
    events: [
      install('2026-04-01', 'i', 3_000),
      at('2026-04-11', 'change_plan', { install: 'i', price: 6_000, currency: 'jpy' }),
    ],
    gives: {
      lines: [line('4000', '2800', '1200', { currency: 'jpy' }), line('1000', '700', '300', { currency: 'usd' })],
      invoices: [
        { currency: 'jpy', total: '4000' },
        { currency: 'usd', total: '1000' },
      ],
    },
  },
  {
    name: 'free for ten days in the middle of a month',
    // 10 of 30 days of 3001 = 1000.33 twice; R(700), R(1400) - 700.
    events: [install('2026-04-01', 'i', 3_001), change('2026-04-11', 'i', 0), change('2026-04-21', 'i', 3_001)],
    gives: { lines: [line('1000', '700', '300'), line('1000', '700', '300')] },
  },
  {
    name: 'Bahraini dinars: 7 fils wait, then 4 of 7 + 12347',
    events: [install('2026-01-01', 'i', 12_347, { currency: 'bhd' })],
    until: '2026-02',
    gives: {
      invoices: [
        { total: '12347', carried_in: '0', carried_out: '7', amount_due: '12340' },
        { total: '12347', carried_in: '7', carried_out: '4', amount_due: '12350' },
      ],
    },
  },
  {
    name: 'a refund of all that was charged takes the 7 fils too that wait for the next invoice',
    // All of the share of 12347, R(8642.9), comes back: nothing is left to be paid.
    events: [
      install('2026-01-01', 'i', 12_347, { currency: 'bhd' }),
      uninstall('2026-02-01', 'i'),
      refund('2026-02-02', 'r', { currency: 'bhd' }),
    ],
    until: '2026-01',
    gives: {
      refunds: [{ amount: '12340', covered: '12340', state: 'succeeded' }],
      accounts: expect.arrayContaining([
        balance('author_payable', 'alice', '0'),
        balance('tenant_receivable', null, '0'),
      ]) as unknown as object[],
    },
  },
  {
    name: 'a whole payment is disputed and lost after a part of it was refunded: nothing is taken twice',
    // Refund 3000: R(7000.6999..) share of 10001 is 7001; 2100 goes back, the dispute takes the other 4901.
    events: [
      install('2026-01-01', 'i', 10_001),
      uninstall('2026-02-01', 'i'),
      refund('2026-02-02', 'r', { amount: 3_000 }),
      dispute('2026-02-03', { fee: 1_500 }),
      stage('2026-02-10', 'lost'),
    ],
    gives: {
      disputes: [{ amount: '10001', withdrawn: '10001', covered: '7001', fee: '1500', phase: 'lost' }],
      accounts: expect.arrayContaining([
        balance('author_payable', 'alice', '0'),
        balance('author_disputed', 'alice', '0'),
      ]) as unknown as object[],
    },
  },
  {
    name: 'refused while a dispute is open, won, refunded in part, disputed again for the rest and lost',
    events: [
      ...HUNDRED,
      dispute('2026-02-02', { amount: 4_000 }),
      refund('2026-02-03', 'a', { amount: 100 }),
      stage('2026-02-04', 'won'),
      refund('2026-02-05T01:00:00Z', 'b', { amount: 1_000 }),
      at('2026-02-06', 'dispute', { dispute: 'e', ...january, amount: 9_000 }),
      at('2026-02-07', 'dispute_update', { dispute: 'e', stage: 'lost' }),
      refund('2026-02-08', 'c', { amount: 1 }),
    ],
    gives: {
      refused: [
        { event: 3, code: 'payment_disputed' },
        { event: 8, code: 'adjustment_too_large', message: expect.stringContaining('Nothing is left') as unknown },
      ],
      runs: [paid('2026-01', { balance: '7000', paid: '7000' }), paid('2026-02', { taken_back: '-7000' })],
    },
  },
  {
    name: 'an invoice that a later one collected is refunded by that one',
    events: [
      install('2026-01-01', 'i', 49),
      uninstall('2026-03-01', 'i'),
      refund('2026-03-02', 'a'),
      at('2026-03-03', 'refund', { refund: 'b', tenant: 'acme', month: '2026-02' }),
    ],
    until: '2026-02',
    gives: {
      refused: [{ event: 2, code: 'invoice_not_paid', message: expect.stringContaining('a later one') as unknown }],
      refunds: [{ refund: 'b', amount: '98', covered: '98' }],
    },
  },
  {
    name: 'the fee of a dispute on two authors, a third and two thirds of it',
    // 1501 over 4200 and 2100: 1000.67 and 500.33; the unit goes to the larger remainder.
    events: [
      install('2026-01-01', 'a', 6_000),
      install('2026-01-01', 'b', 3_000, { drive: 'chat' }),
      dispute('2026-02-02', { fee: 1_501 }),
    ],
    until: '2026-01',
    ...BOB_SELLS_CHAT,
    policies: { dispute_fee_bearer: 'author' },
    gives: { runs: [paid('2026-01', { author: 'alice', balance: '-1001' }, { author: 'bob', balance: '-500' })] },
  },
  {
    name: 'what a listing fee leaves under the least charge is taken from the balance',
    // 1870 earned of 2671; 1900 - 1870 = 30 is under 50.
    events: [install('2026-01-01', 'i', 2_671), at('2026-01-03', 'list', { drive: 'own' })],
    ...ALICE_BILLS_ONE,
    policies: { listing_fee: { usd: 1_900 } },
    gives: {
      invoices: [{ kind: 'installs', total: '2671' }],
      runs: [paid('2026-01', { earned: '1870', listing_fees: '-1900', balance: '-30', reason: 'negative_balance' })],
    },
  },
  {
    name: 'a cool-down ends at the instant of the run',
    events: [...HUNDRED, at('2026-01-29', 'swap_account', { author: 'alice' })],
    until: '2026-01',
    gives: { runs: [paid('2026-01', { paid: '7000', reason: 'to_pay' })] },
  },
  {
    name: 'a second later it does not',
    events: [...HUNDRED, at('2026-01-29T00:00:01Z', 'swap_account', { author: 'alice' })],
    until: '2026-01',
    gives: { runs: [paid('2026-01', { paid: '0', carried: '7000', reason: 'cooling_down' })] },
  },
  {
    name: 'an account that is closed between approval and execution: kept, with its reason',
    events: [
      ...HUNDRED,
      at('2026-02-03', 'prepare_run', { month: '2026-01' }),
      at('2026-02-03T01:00:00Z', 'approve_run', { month: '2026-01' }),
      at('2026-02-03T02:00:00Z', 'payout_account', { author: 'alice', account: 'closed' }),
      at('2026-02-03T03:00:00Z', 'execute_run', { month: '2026-01' }),
    ],
    until: '2026-01',
    gives: {
      runs: [
        {
          state: 'partially_failed',
          payouts: [{ paid: '0', carried: '7000', unpaid: [{ reason: 'account_not_ready', amount: '7000' }] }],
        },
      ],
    },
  },
  {
    name: 'a transfer of unknown outcome is looked up a day later and made by the next attempt, once',
    // 7000 a month. A dispute in between takes the share of January, which is paid: 7000 - 7000 in February, + 7000 in March.
    events: [
      install('2026-01-01', 'i', 10_000),
      at('2026-02-05T01:00:00Z', 'transfer', { month: '2026-01', author: 'alice', outcome: 'unknown' }),
      dispute('2026-02-06'),
      at('2026-02-07', 'transfer', { month: '2026-01', author: 'alice', outcome: 'unknown' }),
      at('2026-02-08T12:00:00Z', 'transfer', { month: '2026-01', author: 'alice', outcome: 'made' }),
      stage('2026-03-06', 'won'),
    ],
    gives: {
      runs: [
        paid('2026-01', { paid: '7000', carried: '0', state: 'settled', settled_at: '2026-02-08T12:00:00.000Z' }),
        paid('2026-02'),
        paid('2026-03', { earned: '7000', taken_back: '7000', paid: '14000' }),
      ],
      refused: [],
    },
  },
  {
    name: 'what a hold gives back is set against what is owed to the platform',
    // 3500 paid, 3500 held; a full refund takes 7000: -7000, and -3500 when the hold ends. February and March have 700 each.
    events: [
      install('2026-01-01', 'i', 10_000),
      change('2026-02-01', 'i', 1_000),
      at('2026-01-05', 'hold', { hold: 'h', author: 'alice', kind: 'manual', basis_points: 5_000 }),
      refund('2026-02-20', 'r'),
      at('2026-03-20', 'release_hold', { hold: 'h' }),
    ],
    gives: {
      runs: [
        paid('2026-01', { earned: '7000', held: '3500', paid: '3500' }),
        paid('2026-02', { earned: '700', taken_back: '-7000', balance: '-6300', held: '0', carried: '-6300' }),
        paid('2026-03', { opening: '-6300', earned: '700', released: '3500', balance: '-2100', carried: '-2100' }),
      ],
    },
  },
  {
    name: 'a reserve takes its part of what is new after refunds, in each currency alone',
    // Dollars R(4900.7) = 4901: R(1225.25) = 1225 held. In February 4901 - R(4901 x 3000 / 7001 = 2100.13) = 2801 is new:
    // R(700.25) = 700. Euros R(6302.1) = 6302: R(1575.5) = 1576; in February all of January goes back: nothing is new.
    events: [
      install('2026-01-01', 'd', 7_001),
      install('2026-01-01', 'e', 9_003, { currency: 'eur' }),
      refund('2026-02-10', 'r', { amount: 3_000 }),
      refund('2026-02-10', 's', { currency: 'eur' }),
    ],
    policies: { reserve_rule: { basis_points: 2_500, months: 1 } },
    gives: {
      runs: [
        paid(
          '2026-01',
          { currency: 'eur', held: '1576', paid: '4726' },
          { currency: 'usd', held: '1225', paid: '3676' },
        ),
        paid(
          '2026-02',
          { currency: 'eur', released: '1576', balance: '1576', held: '0', carried: '1576', reason: 'below_minimum' },
          { currency: 'usd', taken_back: '-2100', released: '1225', balance: '4026', held: '700', paid: '3326' },
        ),
      ],
    },
  },
  {
    name: 'a swapped account brings the least payout of its country',
    events: [install('2026-01-01', 'i', 10_000), at('2026-02-10', 'swap_account', { author: 'alice', country: 'DE' })],
    policies: { payout_minimum: { by_currency: { usd: '2500' }, by_country: { DE: { usd: '9000' } } } },
    until: '2026-03',
    gives: {
      runs: [
        paid('2026-01', { paid: '7000' }),
        paid('2026-02', { paid: '0', carried: '7000', reason: 'below_minimum' }),
        paid('2026-03', { opening: '7000', paid: '14000' }),
      ],
    },
  },
];
