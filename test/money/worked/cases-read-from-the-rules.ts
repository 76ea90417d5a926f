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
import type { WrittenEvent } from './oracle/written.js';

const policy = (when: string, key: string, value: unknown): WrittenEvent => at(when, 'policy', { key, value });
const took = (source: string, gross: string, author_share: string): object => ({ source, gross, author_share });

/** Tenants `t01`, `t02`, ... that pay 10.00 a month for a Drive. */
const tenants = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${prefix}${String(n + 1).padStart(2, '0')}`);
const NOTES = tenants('t', 10);
const CHATS = tenants('u', 9);

/**
 * Cases that were worked out from the decisions about money and the format alone, before anybody looked at what the
 * engine says; each comment is the whole calculation.
 */
export const READ_FROM_THE_RULES: WorkedCase[] = [
  {
    name: 'two prices in a leap February, both halves end in half a unit',
    // 14.5 of 29 days: 4999 / 2 = 2499.5 -> 2500 and 8999 / 2 = 4499.5 -> 4500. R(1750); R(4900) - 1750 = 3150.
    events: [install('2028-02-01', 'i', 4999), change('2028-02-15T12:00:00Z', 'i', 8999)],
    gives: {
      lines: [
        line('2500', '1750', '750', { seconds: 1_252_800, month_seconds: 2_505_600 }),
        line('4500', '3150', '1350', { seconds: 1_252_800 }),
      ],
      invoices: [{ total: '7000', state: 'paid' }],
      runs: [paid('2028-02', { paid: '4900' })],
    },
  },
  {
    name: 'one ends and another begins in the same second',
    // Price = seconds of April. 9 days 8:00:01 = 806401. R(564480.7) = 564481; 0.7 x 2592000 = 1814400 - 564481.
    events: [
      install('2026-04-01', 'a', 2_592_000),
      uninstall('2026-04-10T08:00:01Z', 'a'),
      install('2026-04-10T08:00:01Z', 'b', 2_592_000),
    ],
    gives: {
      lines: [line('806401', '564481', '241920'), line('1785599', '1249919', '535680')],
      runs: [paid('2026-04', { paid: '1814400' })],
    },
  },
  {
    name: 'begun and ended in the same second: nothing; changed twice in the same second: the last one holds',
    // Half of January at 1000 = 500, half at 3000 = 1500.
    events: [
      install('2026-01-05T05:05:05Z', 'a', 9_900),
      uninstall('2026-01-05T05:05:05Z', 'a'),
      install('2026-01-01', 'b', 1000),
      change('2026-01-16T12:00:00Z', 'b', 7000),
      change('2026-01-16T12:00:00Z', 'b', 3000),
    ],
    gives: { lines: [line('500', '350', '150'), line('1500', '1050', '450')], invoices: [{ total: '2000' }] },
  },
  {
    name: 'three prices to the second',
    // 259201 s of 999 = 96.68 -> 97; 863998 s of 1999 = 644.84 -> 645; 1555201 s of 2999 = 1741.36 -> 1741.
    // R(67.9) = 68; R(519.4) = 519 - 68 = 451; R(1738.1) = 1738 - 519 = 1219.
    events: [
      install('2026-01-01', 'i', 999),
      change('2026-01-04T00:00:01Z', 'i', 1999),
      change('2026-01-13T23:59:59Z', 'i', 2999),
    ],
    gives: {
      lines: [line('97', '68', '29'), line('645', '451', '194'), line('1741', '1219', '522')],
      runs: [paid('2026-01', { earned: '1738', carried: '1738', reason: 'below_minimum' })],
    },
  },
  {
    name: 'a trial that ends within a day',
    // Paid from 8 January 18:00 on: 2008800 of 2678400 s of 3100 = 2325. R(1627.5) = 1628.
    events: [install('2026-01-05T18:00:00Z', 'i', 3100, { trial_days: 3 })],
    gives: { lines: [line('2325', '1628', '697', { seconds: 2_008_800, from: '2026-01-08T18:00:00.000Z' })] },
  },
  {
    name: 'a share that changes in the month, and the running total over both',
    // 10001 at 70 % = 7000.7 -> 7001. From half of January on 10001 / 2 -> 5001 at 80 % = 4000.8: R(11001.5) = 11002 - 7001.
    events: [
      install('2026-01-01', 'a', 10_001),
      policy('2026-01-10', 'author_share', 8000),
      install('2026-01-16T12:00:00Z', 'b', 10_001),
    ],
    gives: {
      lines: [
        line('10001', '7001', '3000', { basis_points: 7000 }),
        line('5001', '4001', '1000', { basis_points: 8000 }),
      ],
      runs: [paid('2026-01', { paid: '11002' })],
    },
  },
  {
    name: 'everything for one author, nothing for another, on one invoice',
    events: [install('2026-01-01', 'x', 3333), install('2026-01-01', 'y', 3333, { drive: 'chat' })],
    authors: { alice: { basis_points: 10_000 }, bob: { basis_points: 0 } },
    drives: { notes: { author: 'alice' }, chat: { author: 'bob' } },
    gives: {
      lines: [line('3333', '3333', '0'), line('3333', '0', '3333')],
      invoices: [{ total: '6666' }],
      runs: [{ month: '2026-01', payouts: [{ author: 'alice', paid: '3333' }] }],
    },
  },
  {
    name: 'Taiwan dollars are paid in hundreds, month after month',
    // R(86419.2) = 86419: 86400 + 19; then 86419 + 19 = 86438: 86400 + 38; then 86457: 86400 + 57.
    events: [install('2026-01-01', 'i', 123_456, { currency: 'twd' })],
    until: '2026-03',
    gives: {
      runs: [
        paid('2026-01', { opening: '0', earned: '86419', paid: '86400', carried: '19', reason: 'rounded_down' }),
        paid('2026-02', { opening: '19', earned: '86419', paid: '86400', carried: '38' }),
        paid('2026-03', { opening: '38', earned: '86419', paid: '86400', carried: '57' }),
      ],
    },
  },
  {
    name: 'Icelandic kronur are charged and paid in hundreds',
    // 1234567: 1234500 charged, 67 on; 1234634: 1234600, 34 on. R(864196.9) = 864197: 864100 + 97; 864294: 864200 + 94.
    events: [install('2026-01-01', 'i', 1_234_567, { currency: 'isk' })],
    until: '2026-02',
    gives: {
      invoices: [
        { amount_due: '1234500', carried_in: '0', carried_out: '67' },
        { amount_due: '1234600', carried_in: '67', carried_out: '34' },
      ],
      runs: [paid('2026-01', { paid: '864100', carried: '97' }), paid('2026-02', { paid: '864200', carried: '94' })],
    },
  },
  {
    name: 'Ugandan shillings wait for their least payout',
    // 7654321: 7654300 charged. R(5358024.7) = 5358025 < 9000000; the second month twice that: 10716050 -> 10716000.
    events: [install('2026-01-01', 'i', 7_654_321, { currency: 'ugx' })],
    until: '2026-02',
    gives: {
      runs: [
        paid('2026-01', { paid: '0', carried: '5358025', reason: 'below_minimum' }),
        paid('2026-02', { opening: '5358025', paid: '10716000', carried: '50', reason: 'rounded_down' }),
      ],
    },
  },
  {
    name: 'half of 2^53 + 1',
    // 9007199254740993 / 2 = 4503599627370496.5 -> ...497; 0.7 of it = 3152519739159347.9 -> ...348.
    events: [install('2026-02-01', 'i', '9007199254740993'), uninstall('2026-02-15', 'i')],
    gives: {
      lines: [line('4503599627370497', '3152519739159348', '1351079888211149')],
      runs: [paid('2026-02', { paid: '3152519739159348' })],
    },
  },
  {
    name: 'refunds before and after the payout',
    // R(7000 x 3333 / 10000) = 2333 of 7000 before: 4667 are paid. R(4666.2) = 4666 - 2333 = 2333, then 7000 - 4666 = 2334.
    events: [
      ...HUNDRED,
      refund('2026-02-03', 'a', { amount: 3333 }),
      refund('2026-02-10', 'b', { amount: 3333 }),
      refund('2026-03-10', 'c'),
    ],
    gives: {
      adjustments: [
        took('refund a', '3333', '2333'),
        took('refund b', '3333', '2333'),
        took('refund c', '3334', '2334'),
      ],
      runs: [
        paid('2026-01', { earned: '7000', taken_back: '-2333', paid: '4667' }),
        paid('2026-02', { taken_back: '-2333', paid: '0', carried: '-2333', reason: 'negative_balance' }),
        paid('2026-03', { opening: '-2333', taken_back: '-2334', carried: '-4667', reason: 'negative_balance' }),
      ],
    },
  },
  {
    name: 'one of two lines in part, then all of the rest',
    // 2450 (1715) and 4950 (R(5180) - 1715 = 3465). 1000 of the second: R(3465 x 1000 / 4950) = 700. Rest: 1715 and 2765.
    events: [
      install('2026-01-01', 'i', 4900),
      change('2026-01-16T12:00:00Z', 'i', 9900),
      uninstall('2026-02-01', 'i'),
      refund('2026-02-02', 'a', { lines: [{ install: 'i', from: '2026-01-16T12:00:00Z', amount: 1000 }] }),
      refund('2026-02-03', 'b'),
    ],
    until: '2026-01',
    gives: {
      adjustments: [
        took('refund a', '1000', '700'),
        took('refund b', '2450', '1715'),
        took('refund b', '3950', '2765'),
      ],
      runs: [{ month: '2026-01', payouts: [] }],
    },
  },
  {
    name: 'a dispute that is open over the end of a month, then won',
    events: [...HUNDRED, dispute('2026-02-03', { fee: 1500 }), stage('2026-03-10', 'won')],
    gives: {
      disputes: [{ amount: '10000', phase: 'won', fee: '1500' }],
      runs: [paid('2026-01'), paid('2026-02'), paid('2026-03', { taken_back: '7000', paid: '7000' })],
    },
  },
  {
    name: 'lost after the payout, and won on appeal',
    events: [
      ...HUNDRED,
      dispute('2026-02-10', { fee: 1500 }),
      stage('2026-03-01', 'lost'),
      stage('2026-03-20', 'appeal_under_review'),
      stage('2026-04-01T10:00:00Z', 'appeal_won'),
    ],
    until: '2026-03',
    gives: {
      runs: [
        paid('2026-01', { paid: '7000' }),
        paid('2026-02', { taken_back: '-7000', carried: '-7000' }),
        paid('2026-03'),
      ],
    },
  },
  {
    name: 'a part of a payment is disputed and lost: the share of that part is gone',
    // 4000 of 10000: 2800 of 7000.
    events: [...HUNDRED, dispute('2026-02-02', { amount: 4000 }), stage('2026-02-04', 'lost')],
    until: '2026-01',
    gives: { runs: [paid('2026-01', { earned: '7000', taken_back: '-2800', paid: '4200' })] },
  },
  {
    name: 'an inquiry that becomes a dispute takes the money then, and no refund while it is open',
    events: [
      ...HUNDRED,
      dispute('2026-02-02', { stage: 'warning_needs_response' }),
      stage('2026-02-20', 'needs_response', { fee: 1500 }),
      refund('2026-02-21', 'r'),
      stage('2026-03-20', 'won'),
    ],
    gives: {
      refused: [{ code: 'payment_disputed' }],
      runs: [
        paid('2026-01', { paid: '7000' }),
        paid('2026-02', { taken_back: '-7000', carried: '-7000' }),
        // Nothing is owed and nothing is left: no row.
        paid('2026-03'),
      ],
    },
  },
  {
    name: 'a listing fee comes out of what is owed',
    // 14.00 are carried from January; on 1 March 5.00 of them are the fee of February.
    events: [install('2026-01-01', 'i', 2000), at('2026-02-10', 'list', { drive: 'own' })],
    ...ALICE_BILLS_ONE,
    policies: { listing_fee: { usd: '500' } },
    gives: {
      invoices: [{ kind: 'installs' }, { kind: 'installs' }],
      runs: [
        paid('2026-01', { carried: '1400' }),
        paid('2026-02', { opening: '1400', earned: '1400', listing_fees: '-500', balance: '2300' }),
      ],
    },
  },
  {
    name: 'a listing fee of the month in which something is earned comes out of these earnings',
    // 7000 - 1900.
    events: [...HUNDRED, at('2026-01-10', 'list', { drive: 'own' })],
    ...ALICE_BILLS_ONE,
    policies: { listing_fee: { usd: '1900' } },
    until: '2026-01',
    gives: { runs: [paid('2026-01', { earned: '7000', listing_fees: '-1900', paid: '5100' })] },
  },
  {
    name: 'a host sells its own Drive at its own price: all of it is first-party revenue',
    events: [install('2026-01-16T12:00:00Z', 'h', 4001, { drive: 'host' })],
    drives: { notes: { author: 'alice' }, host: { first_party: true } },
    // 2000.5 -> 2001.
    gives: {
      lines: [line('2001', '0', '2001', { author: null })],
      accounts: [
        { account: 'first_party_revenue', balance: '2001' },
        { account: 'stripe_balance', balance: '2001' },
        {},
      ],
      runs: [paid('2026-01')],
    },
  },
  {
    name: 'three months are carried until the least payout of the country is reached',
    // R(3024.7) = 3025 a month: 3025, 6050, 9075 >= 8000.
    events: [install('2026-01-01', 'i', 4321, { currency: 'eur' })],
    authors: { alice: { country: 'JP' } },
    policies: { payout_minimum: { by_currency: { eur: '2500' }, by_country: { JP: { eur: '8000' } } } },
    until: '2026-03',
    gives: {
      runs: [
        paid('2026-01', { carried: '3025', reason: 'below_minimum' }),
        paid('2026-02', { carried: '6050', reason: 'below_minimum' }),
        paid('2026-03', { opening: '6050', earned: '3025', paid: '9075', carried: '0' }),
      ],
    },
  },
  {
    name: 'who leaves is paid the last unit',
    events: [
      install('2026-01-01', 'i', 10),
      uninstall('2026-03-01', 'i'),
      at('2026-02-20', 'author_leaves', { author: 'alice' }),
    ],
    until: '2026-02',
    policies: { small_balance: 'carry' },
    currencies: { usd: { min_charge: 1 } },
    gives: {
      runs: [paid('2026-01', { carried: '7' }), paid('2026-02', { opening: '7', earned: '7', paid: '14' })],
    },
  },
  {
    name: 'a third is held until it is released',
    // 33.33 % of 7000 = 2333.1 -> 2333, twice; 4666 come back with March.
    events: [
      install('2026-01-01', 'i', 10_000),
      at('2026-01-02', 'hold', { hold: 'h', author: 'alice', kind: 'review', basis_points: 3333 }),
      at('2026-03-20', 'release_hold', { hold: 'h' }),
    ],
    gives: {
      runs: [
        paid('2026-01', { held: '2333', paid: '4667', reason: 'partly_held' }),
        paid('2026-02', { held: '2333', paid: '4667' }),
        paid('2026-03', { released: '4666', earned: '7000', paid: '11666', held: '0' }),
      ],
    },
  },
  {
    name: 'a reserve of a tenth for two months, of everybody',
    // R(700.1) = 700 of 7001 each month; January's come back on 1 April.
    events: [install('2026-01-01', 'i', 10_001)],
    policies: { reserve_rule: { basis_points: 1000, months: 2 } },
    until: '2026-04',
    gives: {
      runs: [
        paid('2026-01', { earned: '7001', held: '700', paid: '6301' }),
        paid('2026-02', { earned: '7001', held: '700', paid: '6301' }),
        paid('2026-03', { earned: '7001', released: '700', balance: '7701', held: '700', paid: '7001' }),
        paid('2026-04', { earned: '7001', released: '700', balance: '7701', held: '700', paid: '7001' }),
      ],
    },
  },
  {
    name: 'a reserve for a dispute rate above the rule, with ten payments; with nine one dispute says nothing',
    // 1 of 10 is 10 % > 9.99 %: a fifth of 7000 - 700 = 1260 is kept for a month. Bob: 1 of 9, too few. In February it is 1
    // of 20: no more is kept. 7000 + 700 won + 1260 back; bob 6300 + 700.
    events: [
      ...NOTES.map((name) => install('2026-01-01', name, 1000, { tenant: name })),
      ...CHATS.map((name) => install('2026-01-01', name, 1000, { tenant: name, drive: 'chat' })),
      ...['t01', 'u01'].flatMap((tenant) => [
        at('2026-02-03', 'dispute', { dispute: tenant, tenant, month: '2026-01' }),
        at('2026-02-20', 'dispute_update', { dispute: tenant, stage: 'won' }),
      ]),
    ],
    ...BOB_SELLS_CHAT,
    tenants: Object.fromEntries([...NOTES, ...CHATS].map((name) => [name, {}])),
    policies: { reserve_rule: { basis_points: 2000, months: 1, above_dispute_basis_points: 999 } },
    gives: {
      runs: [
        paid(
          '2026-01',
          {
            author: 'alice',
            earned: '7000',
            taken_back: '-700',
            held: '1260',
            paid: '5040',
            reason: 'partly_held',
            unpaid: [{ reason: 'held_dispute_rate', amount: '1260', expected_at: '2026-03-01T00:00:00.000Z' }],
          },
          { author: 'bob', earned: '6300', taken_back: '-700', held: '0', paid: '5600', reason: 'to_pay' },
        ),
        paid(
          '2026-02',
          { author: 'alice', earned: '7000', taken_back: '700', released: '1260', held: '0', paid: '8960' },
          { author: 'bob', earned: '6300', taken_back: '700', held: '0', paid: '7000' },
        ),
      ],
    },
  },
  {
    name: 'never paid: tried seven times, suspended, given up; the author is owed nothing',
    // January 4900; refused on 1 February and 1, 3, 7, 14, 21, 28 days later; 8 March: suspended. February 4900, March 7 of
    // 31 days: 1106. All are given up: platform's part is the loss, 1470 + 1470 + 332; R(774.2) = 774.
    events: [
      install('2026-01-01', 'i', 4900),
      at('2026-05-20', 'write_off', { tenant: 'acme', month: '2026-01' }),
      at('2026-05-20', 'write_off', { tenant: 'acme', month: '2026-02' }),
      at('2026-05-20', 'write_off', { tenant: 'acme', month: '2026-03' }),
    ],
    tenants: { acme: { card: 'declined' } },
    until: '2026-04',
    gives: {
      lines: [line('4900', '3430', '1470'), line('4900', '3430', '1470'), line('1106', '774', '332')],
      invoices: [
        {
          state: 'uncollectible',
          payments: ['01', '02', '04', '08', '15', '22']
            .map((day) => ({ at: `2026-02-${day}T00:00:00.000Z` }))
            .concat([{ at: '2026-03-01T00:00:00.000Z' }]),
        },
        { state: 'uncollectible' },
        { state: 'uncollectible' },
      ],
      runs: [paid('2026-01'), paid('2026-02'), paid('2026-03'), paid('2026-04')],
    },
  },
  {
    name: 'written off and paid after all: the author gets the share then',
    events: [
      ...HUNDRED,
      at('2026-04-01', 'write_off', { tenant: 'acme', month: '2026-01' }),
      at('2026-04-20', 'payment', { tenant: 'acme', month: '2026-01', outcome: 'paid' }),
    ],
    tenants: { acme: { card: 'declined' } },
    gives: {
      invoices: [{ state: 'paid', paid_at: '2026-04-20T00:00:00.000Z' }],
      runs: [paid('2026-01'), paid('2026-02'), paid('2026-03'), paid('2026-04', { earned: '7000', paid: '7000' })],
    },
  },
  {
    name: 'a refused charge that goes through a week later is in the run after it',
    // Refused on 1 February, paid on the 8th: after the run of the 5th.
    events: [
      ...HUNDRED,
      at('2026-02-01T00:00:01Z', 'payment', { ...january, outcome: 'declined' }),
      at('2026-02-08', 'payment', { ...january, outcome: 'paid' }),
    ],
    gives: {
      invoices: [{ state: 'paid', paid_at: '2026-02-08T00:00:00.000Z' }],
      runs: [paid('2026-01'), paid('2026-02', { earned: '7000', paid: '7000' })],
    },
  },
  {
    name: 'the processor takes 2.9 % and 0.30, half up, from the platform',
    // 5017: 145.493 + 30 = 175.493 -> 175. The author has R(3511.9) = 3512 all the same.
    events: [install('2026-01-01', 'i', 5017)],
    processor_fee: { basis_points: 290, fixed: { usd: 30 } },
    gives: {
      invoices: [{ payments: [{ fee: '175' }] }],
      runs: [paid('2026-01', { paid: '3512' })],
    },
  },
  {
    name: 'half of a taxed invoice goes back',
    // 10000 + 1900. 5950 of 11900: 5000 + 950; 3500 of 7000.
    events: [...HUNDRED, refund('2026-02-02', 'r', { amount: 5950 })],
    tenants: { acme: { country: 'DE' } },
    policies: { tax: [{ country: 'DE', basis_points: 1900 }] },
    until: '2026-01',
    gives: {
      invoices: [{ subtotal: '10000', tax: '1900', total: '11900' }],
      adjustments: [{ gross: '5000', tax: '950', author_share: '3500', platform_share: '1500' }],
      runs: [paid('2026-01', { earned: '7000', taken_back: '-3500', paid: '3500' })],
    },
  },
  {
    name: 'a credit note before the payment lessens what is charged and what is earned',
    // 4900 - 1400: 3500; share 3430 - R(3430 x 1400 / 4900 = 980) = 2450.
    events: [
      install('2026-01-01', 'i', 4900),
      uninstall('2026-02-01', 'i'),
      at('2026-02-03', 'credit_note', { ...january, amount: 1400 }),
      at('2026-02-04', 'card', { tenant: 'acme', card: 'ok' }),
    ],
    tenants: { acme: { card: 'none' } },
    until: '2026-01',
    gives: {
      credit_notes: [{ kind: 'cancellation', net: '1400', total: '1400' }],
      runs: [paid('2026-01', { earned: '2450', carried: '2450' })],
    },
  },
  {
    name: 'billing changes hands in the month: half is charged here, and the whole fee of the listing',
    // 10001 / 2 = 5000.5 -> 5001; R(3500.7) = 3501.
    events: [
      install('2026-01-01', 'i', 10_001),
      at('2026-01-05', 'list', { drive: 'notes' }),
      at('2026-01-16T12:00:00Z', 'billing', { drive: 'notes', billing: 'author' }),
    ],
    policies: { listing_fee: { usd: '1900' } },
    gives: {
      lines: [line('5001', '3501', '1500')],
      runs: [paid('2026-01', { earned: '3501', listing_fees: '-1900', carried: '1601', reason: 'below_minimum' })],
    },
  },
  {
    name: 'the original rate comes back, whatever holds at the day of the refund',
    // 70 % of 10000 then, 90 % now: 7000.
    events: [...HUNDRED, policy('2026-02-10', 'author_share', 9000), refund('2026-02-20', 'r')],
    gives: { adjustments: [took('refund r', '10000', '7000')] },
  },
  {
    name: 'the least payout of the day of the run holds',
    events: [install('2026-01-01', 'i', 5000), policy('2026-02-20', 'payout_minimum', { usd: '10000' })],
    until: '2026-03',
    gives: {
      runs: [
        paid('2026-01', { paid: '3500' }),
        paid('2026-02', { carried: '3500', reason: 'below_minimum' }),
        paid('2026-03', { carried: '7000', reason: 'below_minimum' }),
      ],
    },
  },
  {
    name: 'two ventures of one tenant are on one invoice, two tenants on two',
    events: [
      install('2026-01-01', 'a', 1001, { venture: 'north' }),
      install('2026-01-01', 'b', 1001, { venture: 'south' }),
      install('2026-01-01', 'c', 1001, { tenant: 'beta' }),
    ],
    tenants: { acme: {}, beta: {} },
    // R(700.7) = 701; R(1401.4) = 1401 - 701 = 700; R(2102.1) = 2102 - 1401 = 701.
    gives: {
      lines: [line('1001', '701', '300'), line('1001', '700', '301'), line('1001', '701', '300')],
      invoices: [
        { tenant: 'acme', total: '2002' },
        { tenant: 'beta', total: '1001' },
      ],
    },
  },
];
