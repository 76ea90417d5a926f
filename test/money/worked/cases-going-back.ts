import { change, dispute, install, line, refund, stage, uninstall, type WorkedCase } from './cases.js';

const balance = (account: string, amount: string): object => ({ account, balance: amount });
/** One month at 101.01, of which R(7070.7) = 7071 are alice's and 3030 the platform's. */
export const MONTH = [install('2026-01-01', 'i', 10_101), uninstall('2026-02-01', 'i')];

export const REFUNDS: WorkedCase[] = [
  {
    name: 'a full refund takes back exactly the share',
    events: [...MONTH, refund('2026-02-02', 'r')],
    gives: { adjustments: [line('10101', '7071', '3030')], runs: [{ payouts: [] }, { payouts: [] }] },
  },
  {
    name: 'three refunds of a third run on the line',
    // 3367 each: R(7071 x 3367 / 10101) = 2357, R(7071 x 6734 / 10101) = 4714 - 2357, 7071 - 4714.
    events: ['a', 'b', 'c'].reduce((all, r, n) => [...all, refund(`2026-02-0${n + 2}`, r, { amount: 3367 })], MONTH),
    gives: { adjustments: [line('3367', '2357', '1010'), line('3367', '2357', '1010'), line('3367', '2357', '1010')] },
  },
  {
    name: 'refunds of 1 run on the line as well',
    // R(7071 k / 10101) for k = 1..4: 1 1 2 3.
    events: ['a', 'b', 'c', 'd'].reduce((all, r, n) => [...all, refund(`2026-02-0${n + 2}`, r, { amount: 1 })], MONTH),
    gives: { adjustments: [line('1', '1', '0'), line('1', '0', '1'), line('1', '1', '0'), line('1', '1', '0')] },
  },
  {
    name: 'an amount over three lines, the largest remainder first',
    // 100 over 1000, 1000, 1001 (3001): 33.32, 33.32, 33.36 -> 33, 33, 33 and 1 more for the third.
    // Shares 700, 700, R(2100.7) = 2101 - 1400 = 701. Back: R(700 x 33/1000 = 23.1) = 23 twice, R(701 x 34/1001 = 23.81) = 24.
    events: [
      install('2026-01-01', 'a', 1000),
      install('2026-01-01', 'b', 1000),
      install('2026-01-01', 'c', 1001),
      ...['a', 'b', 'c'].map((name) => uninstall('2026-02-01', name)),
      refund('2026-02-02', 'r', { amount: 100 }),
    ],
    gives: { adjustments: [line('33', '23', '10'), line('33', '23', '10'), line('34', '24', '10')] },
  },
  {
    name: 'ties go in the order of the lines',
    // 1 over 500 and 500.
    events: [
      install('2026-01-01', 'a', 500),
      install('2026-01-01', 'b', 500),
      ...['a', 'b'].map((name) => uninstall('2026-02-01', name)),
      refund('2026-02-02', 'r', { amount: 1 }),
    ],
    gives: { adjustments: [line('1', '1', '0', { install: 'a' })] },
  },
  {
    name: 'one line, and a part of another',
    // First stretch 2450 of 4900 (share 1715) whole; of the second, 4950 of 9900 (share 5180 - 1715 = 3465), 50: R(35) = 35.
    events: [
      install('2026-01-01', 'i', 4900),
      change('2026-01-16T12:00:00Z', 'i', 9900),
      uninstall('2026-02-01', 'i'),
      refund('2026-02-02', 'r', {
        lines: [
          { install: 'i', from: '2026-01-01' },
          { install: 'i', from: '2026-01-16T12:00:00Z', amount: 50 },
        ],
      }),
    ],
    gives: { refunds: [{ amount: '2500' }], adjustments: [line('2450', '1715', '735'), line('50', '35', '15')] },
  },
  {
    name: 'a unit more than is left is refused',
    events: [...MONTH, refund('2026-02-02', 'a', { amount: 10_000 }), refund('2026-02-03', 'b', { amount: 102 })],
    gives: { refused: [{ event: 3, code: 'adjustment_too_large' }], adjustments: [line('10000', '7000', '3000')] },
  },
  {
    name: 'the split at which it was sold is taken back, not that of the day',
    events: [
      ...MONTH,
      { at: '2026-02-01', type: 'author_share', author: 'alice', basis_points: 1000 },
      refund('2026-02-02', 'r'),
    ],
    gives: { adjustments: [line('10101', '7071', '3030')] },
  },
  {
    name: 'a refund with tax takes tax in proportion',
    // 10000 at 19 %: 1900. 119 back: R(1900 x 119 / 11900) = 19 tax, 100 gross, R(70) share.
    events: [
      install('2026-01-01', 'i', 10_000),
      uninstall('2026-02-01', 'i'),
      refund('2026-02-02', 'r', { amount: 119 }),
    ],
    tenants: { acme: { country: 'DE' } },
    policies: {
      tax: {
        provider: 'table',
        table: [{ country: 'DE', region: null, basis_points: 1900, name: 'VAT', reverse_charge: false }],
      },
    },
    gives: {
      invoices: [{ subtotal: '10000', tax: '1900', total: '11900' }],
      adjustments: [line('100', '70', '30', { tax: '19' })],
    },
  },
  {
    name: 'a refund that fails gives everything back',
    events: [
      ...MONTH,
      refund('2026-02-02', 'r'),
      { at: '2026-02-03', type: 'refund_update', refund: 'r', outcome: 'failed' },
    ],
    gives: {
      refunds: [{ state: 'failed' }],
      runs: [{ payouts: [{ earned: '7071', taken_back: '0', paid: '7071' }] }, { payouts: [] }],
    },
  },
];

export const DISPUTES: WorkedCase[] = [
  {
    name: 'open: the share is held and not paid',
    // At risk 10101; payable 0, disputed 7071; the fee of 1500 is the platform's.
    events: [...MONTH, dispute('2026-02-02', { fee: 1500 })],
    until: '2026-01',
    gives: {
      accounts: [
        balance('author_disputed', '7071'),
        balance('author_payable', '0'),
        balance('author_pending', '0'),
        balance('dispute_fee', '1500'),
        balance('platform_at_risk', '10101'),
        balance('platform_revenue', '3030'),
        balance('stripe_balance', '-1500'),
        balance('tenant_receivable', '0'),
      ],
      runs: [{ payouts: [] }],
    },
  },
  {
    name: 'won: the share is released and paid',
    events: [...MONTH, dispute('2026-02-02'), stage('2026-02-20', 'won')],
    gives: { runs: [{ payouts: [] }, { payouts: [{ earned: '0', taken_back: '7071', paid: '7071' }] }] },
  },
  {
    name: 'lost: share and revenue are gone',
    events: [...MONTH, dispute('2026-02-02', { fee: 1500 }), stage('2026-02-20', 'lost')],
    gives: {
      accounts: [
        balance('author_disputed', '0'),
        balance('author_payable', '0'),
        balance('author_pending', '0'),
        balance('dispute_fee', '1500'),
        balance('platform_at_risk', '0'),
        balance('platform_revenue', '0'),
        balance('stripe_balance', '-1500'),
        balance('tenant_receivable', '0'),
      ],
    },
  },
  {
    name: 'lost after it was paid out: the author owes it and earns against it',
    // 7071 paid on 5 Feb, taken on the 10th. March and April: +7071 - 7071 = 0, then 7071.
    events: [
      install('2026-01-01', 'i', 10_101),
      dispute('2026-02-10'),
      stage('2026-02-20', 'lost'),
      { at: '2026-03-02', type: 'refund', refund: 'r', tenant: 'acme', month: '2026-02', amount: 1 },
    ],
    // February's share 7071 comes on 1 March, 1 of it goes back: -1.
    gives: {
      runs: [
        { payouts: [{ paid: '7071' }] },
        { payouts: [{ earned: '7071', taken_back: '-7072', balance: '-1', reason: 'negative_balance' }] },
        { payouts: [{ opening: '-1', earned: '7071', paid: '7070' }] },
      ],
    },
  },
  {
    name: 'won on appeal after it was lost',
    events: [
      ...MONTH,
      dispute('2026-02-02'),
      stage('2026-02-10', 'lost'),
      stage('2026-02-11', 'appeal_needs_response'),
      stage('2026-02-12', 'appeal_under_review'),
      stage('2026-02-20', 'appeal_won'),
    ],
    gives: {
      disputes: [{ phase: 'appeal_won' }],
      runs: [{ payouts: [] }, { payouts: [{ taken_back: '7071', paid: '7071' }] }],
    },
  },
  {
    name: 'lost on appeal as well: nothing more happens',
    events: [
      ...MONTH,
      dispute('2026-02-02'),
      stage('2026-02-10', 'lost'),
      stage('2026-02-11', 'appeal_under_review'),
      stage('2026-02-20', 'appeal_lost'),
    ],
    gives: { disputes: [{ phase: 'lost' }], runs: [{ payouts: [] }, { payouts: [] }] },
  },
  {
    name: 'an inquiry takes nothing',
    events: [
      ...MONTH,
      dispute('2026-02-02', { stage: 'warning_needs_response' }),
      stage('2026-02-03', 'warning_under_review'),
      stage('2026-02-04', 'warning_closed'),
    ],
    until: '2026-01',
    gives: { adjustments: [], runs: [{ payouts: [{ earned: '7071', taken_back: '0', paid: '7071' }] }] },
  },
  {
    name: 'a part is disputed, won, and all of it refunded afterwards',
    // 100 of 10101: R(7071 x 100 / 10101) = R(70.003) = 70 held, released; then 10101 with 7071.
    events: [...MONTH, dispute('2026-02-02', { amount: 100 }), stage('2026-02-03', 'won'), refund('2026-02-04', 'r')],
    gives: { adjustments: [line('100', '70', '30'), line('-100', '-70', '-30'), line('10101', '7071', '3030')] },
  },
  {
    name: 'no refund while a dispute is open',
    events: [...MONTH, dispute('2026-02-02', { amount: 100 }), refund('2026-02-03', 'r')],
    gives: { refused: [{ event: 3, code: 'payment_disputed' }], adjustments: [line('100', '70', '30')] },
  },
  {
    name: 'the fee of a dispute on the author',
    // 7071 earned, 7071 held, 1500 fee.
    events: [...MONTH, dispute('2026-02-02', { fee: 1500 }), stage('2026-02-03', 'won')],
    until: '2026-01',
    policies: { dispute_fee_bearer: 'author' },
    gives: { runs: [{ payouts: [{ earned: '7071', taken_back: '-1500', balance: '5571', paid: '5571' }] }] },
  },
];
