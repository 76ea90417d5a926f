import { ALICE_BILLS_ONE, at, install, uninstall, type WorkedCase } from './cases.js';
import { MONTH } from './cases-going-back.js';

const LISTED = at('2026-01-10', 'list', { drive: 'own' });
const fees = { listing_fee: { usd: '1900' } };

export const FEES_HOLDS_AND_TAX: WorkedCase[] = [
  {
    name: 'a listing fee comes out of the earnings of its month, before they are paid',
    // 7071 - 1900.
    events: [LISTED, ...MONTH],
    ...ALICE_BILLS_ONE,
    policies: fees,
    until: '2026-01',
    gives: {
      invoices: [{ kind: 'installs', total: '10101' }],
      runs: [{ payouts: [{ earned: '7071', listing_fees: '-1900', balance: '5171', paid: '5171' }] }],
    },
  },
  {
    name: 'a listing fee that earnings cover in part is an invoice to the author for the rest',
    // R(0.7 x 1000) = 700 of 1900: 1200 are asked for. The 700 are earned and taken.
    events: [install('2026-01-01', 'i', 1000), LISTED],
    ...ALICE_BILLS_ONE,
    policies: fees,
    gives: {
      invoices: [
        { kind: 'installs', total: '1000' },
        { kind: 'listing_fee', tenant: 'alice', total: '1200', state: 'paid' },
      ],
      runs: [{ payouts: [] }],
    },
  },
  {
    name: 'a listing fee that the author does not pay stays open and stops nobody',
    events: [LISTED, install('2026-01-01', 'i', 1000)],
    ...ALICE_BILLS_ONE,
    authors: { alice: { card: 'declined' } },
    policies: fees,
    until: '2026-02',
    // 700 of each 1900 come out of the month; 1200 stay to be paid, each month.
    gives: {
      lines: [{ gross: '1000' }, { gross: '1000' }],
      invoices: [
        { kind: 'installs', state: 'paid' },
        { kind: 'listing_fee', total: '1200', state: 'past_due', paid_at: null },
        { kind: 'installs', state: 'paid' },
        { kind: 'listing_fee', total: '1200', state: 'past_due' },
      ],
    },
  },
  {
    name: 'a listing fee of earnings that never come is owed by the author, and set against the next ones',
    // January is refused for good and given up: -1900. February's 7000 of another tenant: 7000 - 1900 (its own fee) - 1900.
    events: [
      install('2026-01-01', 'i', 10_000),
      uninstall('2026-02-01', 'i'),
      LISTED,
      install('2026-02-01', 'j', 10_000, { tenant: 'beta' }),
    ],
    ...ALICE_BILLS_ONE,
    tenants: { acme: { card: 'declined' }, beta: {} },
    policies: fees,
    gives: {
      runs: [
        { payouts: [{ listing_fees: '-1900', balance: '-1900', carried: '-1900', reason: 'negative_balance' }] },
        { payouts: [{ opening: '-1900', earned: '7000', listing_fees: '-1900', paid: '3200' }] },
      ],
    },
  },
  {
    name: 'a listing fee is carried as a negative balance where policy says so',
    events: [LISTED, ...MONTH],
    ...ALICE_BILLS_ONE,
    policies: { ...fees, listing_fee_collection: 'carry' },
    until: '2026-01',
    gives: { runs: [{ payouts: [{ earned: '7071', listing_fees: '-1900', balance: '5171', paid: '5171' }] }] },
  },
  {
    name: 'listed for a second of a month costs the whole fee, not listed nothing',
    events: [
      { at: '2026-01-31T23:59:59Z', type: 'list', drive: 'own' },
      { at: '2026-02-01', type: 'delist', drive: 'own' },
    ],
    ...ALICE_BILLS_ONE,
    policies: fees,
    gives: { invoices: [{ kind: 'listing_fee', month: '2026-01', total: '1900' }] },
  },
  {
    name: 'a fifth is held for a month and comes back',
    // 7000: 1400 held, 5600 paid. February: + 7000 + 1400 = 8400, of the new 7000 again 1400.
    events: [
      install('2026-01-01', 'i', 10_000),
      { at: '2026-01-02', type: 'hold', hold: 'h', author: 'alice', kind: 'manual', basis_points: 2000, months: 1 },
    ],
    until: '2026-02',
    gives: {
      runs: [
        { payouts: [{ balance: '7000', held: '1400', paid: '5600' }] },
        { payouts: [{ earned: '7000', released: '1400', balance: '8400', held: '1400', paid: '7000' }] },
      ],
    },
  },
  {
    name: 'a whole hold pays nothing until it is released',
    events: [
      ...MONTH,
      { at: '2026-01-02', type: 'hold', hold: 'h', author: 'alice', kind: 'review', basis_points: 10_000 },
      { at: '2026-02-20', type: 'release_hold', hold: 'h' },
    ],
    gives: {
      runs: [
        { payouts: [{ held: '7071', paid: '0', carried: '0', reason: 'held' }] },
        { payouts: [{ released: '7071', paid: '7071' }] },
      ],
    },
  },
  {
    name: 'tax is on top and never shared',
    // 4999 at 7.25 % = 362.4275 -> 362; R(3499.3) = 3499.
    events: [install('2026-01-01', 'i', 4999)],
    tenants: { acme: { country: 'US', region: 'CA' } },
    policies: {
      tax: {
        provider: 'table',
        table: [{ country: 'US', region: 'CA', basis_points: 725, name: 'Sales tax', reverse_charge: false }],
      },
    },
    gives: {
      invoices: [{ subtotal: '4999', tax: '362', total: '5361' }],
      runs: [{ payouts: [{ earned: '3499', paid: '3499' }] }],
    },
  },
  {
    name: 'a refused charge brings nothing until it is paid, in the statement of then',
    events: [...MONTH, { at: '2026-03-10', type: 'card', tenant: 'acme', card: 'ok' }],
    tenants: { acme: { card: 'declined' } },
    // Refused on 1 February; tried again on 1 March at the latest; the new card pays on 10 March: the run of March has it.
    gives: {
      runs: [{ payouts: [] }, { payouts: [] }, { payouts: [{ earned: '7071', paid: '7071' }] }],
    },
  },
  {
    name: 'without an account everything is carried until there is one',
    events: [...MONTH, { at: '2026-02-20', type: 'payout_account', author: 'alice', account: 'ready' }],
    authors: { alice: { account: 'none' } },
    gives: {
      runs: [{ payouts: [{ paid: '0', carried: '7071', reason: 'no_account' }] }, { payouts: [{ opening: '7071' }] }],
    },
  },
];
