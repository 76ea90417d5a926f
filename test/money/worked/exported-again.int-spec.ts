import { Client } from 'pg';
import type { Database } from '@portal/platform/database';
import { observe } from '../../../libs/simulator/src/program/observe/observe.js';
import { simulate } from '../../../libs/simulator/src/program/simulate.js';
import { assembleScenario } from '../../../libs/simulator/src/export/domain/assemble-scenario.js';
import { monthAfter, startOf } from '../../../libs/simulator/src/scenario/domain/months.js';
import { readScenarioText } from '../../../libs/simulator/src/scenario/read-scenario.js';
import { RealMonths } from '../../../libs/simulator/src/export/read/real-months.js';
import { comparable, ofAuthor, withoutPieces } from '../../support/comparable.js';
import { createTestDatabase } from '../../support/database/database.js';
import { examples } from '../../support/examples.js';
import { install, january, uninstall, world } from './cases.js';
import type { WrittenEvent } from './oracle/written.js';
import { scenarioOf, type Setting } from './worlds.js';

const at = (when: string, type: string, rest: object): WrittenEvent => ({ at: when, type, ...rest });
const of = (tenant: string, month = '2026-01') => ({ tenant, month });

/** The first of the authors, by name. */
const ALICE = '01000000-0000-7000-8000-000000000001';

/** Some of everything that months can have, also what the generated worlds have not. */
const EVERYTHING = world(
  [
    install('2026-01-01', 'a', 10_001),
    install('2026-01-05T10:00:00Z', 'b', 4_999, { trial_days: 7, venture: 'north' }),
    install('2026-01-01', 'c', 7_777, { drive: 'chat', tenant: 'beta', basis_points: 9_100 }),
    install('2026-01-01', 'd', 3_333, { drive: 'host', tenant: 'beta' }),
    install('2026-01-01', 'e', 5_000, { drive: 'sold', tenant: 'gone' }),
    install('2026-01-01', 'f', 6_000, { tenant: 'late' }),
    at('2026-01-10', 'policy', { key: 'author_share', value: 6_500 }),
    at('2026-01-11', 'author_share', { drive: 'notes', basis_points: 5_500 }),
    install('2026-01-12', 'g', 8_888),
    install('2026-01-12', 'h', 8_888, { drive: 'chat', tenant: 'beta' }),
    at('2026-01-15', 'list', { drive: 'own' }),
    at('2026-01-16T12:00:00Z', 'change_plan', { install: 'a', price: 20_003 }),
    at('2026-01-20', 'billing', { drive: 'sold', billing: 'author' }),
    at('2026-01-20', 'list', { drive: 'sold' }),
    at('2026-01-25', 'hold', { hold: 'h1', author: 'alice', kind: 'manual', basis_points: 1_000, months: 1 }),
    at('2026-01-26', 'hold', { hold: 'h2', author: 'alice', kind: 'tax', basis_points: 500, until: '2026-03-20' }),
    at('2026-01-27', 'hold', { hold: 'h3', author: 'bob', kind: 'review', basis_points: 10_000 }),
    at('2026-02-02', 'refund', { refund: 'r1', ...january, amount: 1_234 }),
    at('2026-02-02T01:00:00Z', 'refund', { refund: 'r2', ...january, lines: [{ install: 'g', amount: 77 }] }),
    at('2026-02-02T02:00:00Z', 'refund', { refund: 'r3', ...of('beta'), amount: 99, outcome: 'pending' }),
    at('2026-02-02T03:00:00Z', 'refund', { refund: 'r4', ...january, amount: 5, outcome: 'refused' }),
    at('2026-02-03', 'refund_update', { refund: 'r3', outcome: 'failed' }),
    at('2026-02-03T01:00:00Z', 'refund', { refund: 'r5', ...of('beta'), amount: 500 }),
    at('2026-02-08', 'refund_update', { refund: 'r5', outcome: 'failed' }),
    at('2026-02-03T02:00:00Z', 'credit_note', { ...of('late'), amount: 1_000 }),
    at('2026-02-04', 'prepare_run', { month: '2026-01', by: 'paula' }),
    at('2026-02-04T01:00:00Z', 'approve_run', { month: '2026-01', by: 'quinn' }),
    at('2026-02-04T02:00:00Z', 'execute_run', { month: '2026-01' }),
    at('2026-02-04T03:00:00Z', 'transfer', { month: '2026-01', author: 'alice', outcome: 'destination_refused' }),
    at('2026-02-04T04:00:00Z', 'payout_account', { author: 'alice', account: 'ready' }),
    at('2026-02-04T05:00:00Z', 'retry_run', { month: '2026-01' }),
    at('2026-02-04T06:00:00Z', 'transfer', { month: '2026-01', author: 'alice', outcome: 'made' }),
    at('2026-02-06', 'release_hold', { hold: 'h3' }),
    at('2026-02-09', 'payout_account', { author: 'bob', account: 'ready' }),
    at('2026-02-10', 'dispute', { dispute: 'd1', ...of('beta'), amount: 4_321, fee: 1_500 }),
    at('2026-02-12', 'dispute_update', { dispute: 'd1', stage: 'under_review' }),
    at('2026-02-20', 'dispute_update', { dispute: 'd1', stage: 'lost' }),
    at('2026-03-01T06:00:00Z', 'dispute_update', { dispute: 'd1', stage: 'appeal_under_review' }),
    at('2026-03-10', 'dispute_update', { dispute: 'd1', stage: 'appeal_won', fee: -1_500 }),
    at('2026-02-10', 'dispute', { dispute: 'd2', ...january, stage: 'warning_needs_response' }),
    at('2026-02-11', 'dispute_update', { dispute: 'd2', stage: 'needs_response', fee: 1_500 }),
    at('2026-03-03', 'dispute_update', { dispute: 'd2', stage: 'won' }),
    uninstall('2026-02-14', 'c'),
    install('2026-02-14', 'c2', 7_700, { drive: 'chat', tenant: 'beta' }),
    at('2026-02-15', 'policy', { key: 'payout_minimum', value: { usd: '1000' } }),
    at('2026-03-02', 'write_off', of('late')),
    at('2026-03-12', 'delist', { drive: 'own' }),
    at('2026-03-15', 'author_leaves', { author: 'bob' }),
  ],
  {
    authors: { alice: { country: 'DE' }, bob: { account: 'none', card: 'declined' } },
    drives: {
      notes: { author: 'alice' },
      chat: { author: 'bob' },
      sold: { author: 'bob' },
      own: { author: 'bob', billing: 'author' },
      host: { first_party: true },
    },
    tenants: {
      acme: { country: 'DE' },
      beta: { country: 'DE', tax_id: 'DE123456789' },
      gone: {},
      late: { card: 'declined', country: 'FR' },
    },
    policies: {
      listing_fee: { usd: '1900' },
      dispute_fee_bearer: 'author',
      tax: [
        { country: 'DE', basis_points: 1_900, reverse_charge: true },
        { country: 'FR', basis_points: 2_000 },
      ],
    },
    processor_fee: { basis_points: 290, fixed: { usd: 30 } },
    until: '2026-03',
  },
);

/** What went back after it was paid out is owed for two runs, and settled by two people: in part, then all of the rest. */
const RECOVERED = world(
  [
    install('2026-01-01', 'a', 10_000),
    uninstall('2026-02-01', 'a'),
    at('2026-02-20', 'refund', { refund: 'r', ...january }),
    at('2026-03-20', 'recovery', { recovery: 'x1', author: 'alice', how: 'written_off' }),
    at('2026-04-10', 'recovery', { recovery: 'x2', author: 'alice', how: 'paid_otherwise', amount: 1_000 }),
    at('2026-04-12', 'recovery', { recovery: 'x3', author: 'alice', how: 'written_off', currency: 'usd' }),
    at('2026-04-13', 'recovery', { recovery: 'x4', author: 'alice', how: 'written_off' }),
    install('2026-05-01', 'b', 4_000),
  ],
  { policies: { negative_balance_months: 1 }, until: '2026-05' },
);

/**
 * A small part of large invoices, of invoices that were too small themselves, and of those that they were carried into: what
 * alice's own months say must not depend on what bob earned with them, and be unchanged.
 */
const SMALL_PARTS = world(
  [
    install('2026-01-01', 'a1', 10),
    install('2026-01-01', 'b1', 10_000, { drive: 'chat' }),
    // 20, 40, then 60: charged in March for all three.
    install('2026-01-01', 'a2', 20, { tenant: 'alone' }),
    // Carried into an invoice in which alice has nothing: paid and refunded, given up, disputed.
    ...['refunded', 'lost', 'disputed'].flatMap((tenant, n) => [
      install('2026-01-01', `a3${n}`, 30, { tenant }),
      uninstall('2026-02-01', `a3${n}`),
      install('2026-02-01', `b3${n}`, 10_000, { tenant, drive: 'chat' }),
      uninstall('2026-03-01', `b3${n}`),
    ]),
    at('2026-03-10', 'refund', { refund: 'r1', ...of('refunded', '2026-02') }),
    at('2026-03-20', 'write_off', of('lost', '2026-02')),
    at('2026-03-10', 'dispute', { dispute: 'd1', ...of('disputed', '2026-02'), fee: 1_500 }),
    at('2026-03-25', 'dispute_update', { dispute: 'd1', stage: 'lost' }),
    // Too small, and nothing follows.
    install('2026-01-01', 'a4', 5, { tenant: 'never' }),
    uninstall('2026-02-01', 'a4'),
    // All of alice's part is credited before the rest is paid.
    install('2026-01-01', 'a5', 15, { tenant: 'credited' }),
    install('2026-01-01', 'b5', 9_000, { tenant: 'credited', drive: 'chat' }),
    uninstall('2026-02-01', 'a5'),
    uninstall('2026-02-01', 'b5'),
    at('2026-02-01T12:00:00Z', 'credit_note', { ...of('credited'), lines: [{ install: 'a5', amount: 15 }] }),
    at('2026-02-03', 'card', { tenant: 'credited', card: 'ok' }),
    // Charged in tens, with the rest carried on.
    install('2026-01-01', 'a6', 1_234, { tenant: 'tens', currency: 'kwd' }),
    install('2026-01-10', 'b6', 777, { tenant: 'tens', currency: 'kwd', drive: 'chat' }),
    // Author billing: the fee and its tax come out of what small parts bring.
    at('2026-01-15', 'list', { drive: 'own' }),
  ],
  {
    authors: { alice: { country: 'DE' }, bob: {} },
    drives: { notes: { author: 'alice' }, chat: { author: 'bob' }, own: { author: 'alice', billing: 'author' } },
    tenants: {
      ...{ acme: { country: 'DE' }, alone: {}, refunded: { country: 'DE' }, lost: { card: 'declined' }, disputed: {} },
      ...{ never: {}, credited: { card: 'declined' }, tens: {} },
    },
    policies: {
      ...{ payout_minimum: { usd: '1', kwd: '10' }, listing_fee: { usd: '100' }, dispute_fee_bearer: 'author' },
      ...{ listing_fee_collection: 'carry', tax: [{ country: 'DE', basis_points: 1_900 }] },
    },
    until: '2026-03',
  },
);

const WORLDS: Setting[] = [
  {
    name: 'cards that are declined, refunds and disputes of taxed lines',
    first: '2026-01',
    seed: 31,
    worlds: 10,
    sold: ['usd', 'eur'],
    largestPrice: 30_000n,
    processor_fee: { basis_points: 290, fixed: { usd: 30, eur: 25 } },
    policies: {
      tax: {
        provider: 'table',
        table: [{ country: 'DE', region: null, basis_points: 1_900, name: 'VAT', reverse_charge: true }],
      },
    },
  },
  {
    name: 'no decimals and three, large amounts, over a leap day',
    first: '2028-01',
    seed: 32,
    worlds: 10,
    sold: ['jpy', 'kwd', 'huf'],
    largestPrice: 9_000_000_000_000_000n,
    policies: { author_share: { basis_points: 6_999, base: 'gross' } },
  },
];

/** Plays a scenario, exports its months as those of the product are, plays them again, and gives both. */
async function twice(written: object, orgId?: string) {
  const scenario = read(written);
  const [one, two, three] = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
  const owner = new Client({ connectionString: one.url });
  try {
    const played = await simulate(scenario, one.url);
    await owner.connect();
    const [first, last] = [played.months[0]!.month, played.months.at(-1)!.month];
    // As the product reads: rows by SQL.
    const rows = { query: async (sql: string, params: unknown[]) => (await owner.query(sql, params)).rows as never };
    const range = { from: startOf(first), to: startOf(monthAfter(last)), first, last };
    const months = new RealMonths(rows as unknown as Database);
    const exported = async (org: string | null) => assembleScenario(await months.read(org, range), range, org);
    const again = await simulate(read(await exported(null)), two.url);
    const own = orgId === undefined ? undefined : await simulate(read(await exported(orgId)), three.url);
    return { played, real: await observe(owner, (id) => id, { first, last }), again, own };
  } finally {
    await owner.end();
    await Promise.all([one, two, three].map((database) => database.drop()));
  }
}

function read(written: object) {
  const parsed = readScenarioText(JSON.stringify(written));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems, null, 1));
  return parsed.scenario;
}

describe('months that were exported as a scenario and played again', () => {
  async function same(written: object, orgId?: string) {
    const { played, real, again, own } = await twice(written, orgId);
    expect(played.checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(again.refused).toEqual([]);
    expect(withoutPieces(comparable(again))).toBe(comparable(real));
    if (own) {
      // What an author's own months give the author is what they gave.
      expect(own.refused).toEqual([]);
      expect(ofAuthor(own, orgId!)).toBe(ofAuthor(real, orgId!));
    }
    return played;
  }

  it('are the same to the byte with some of everything', async () => {
    const played = await same(EVERYTHING, ALICE);
    expect(played.refused).toEqual([]);
    expect(new Set(played.refunds.map(({ state }) => state))).toEqual(new Set(['succeeded', 'failed']));
    expect(new Set(played.disputes.map(({ phase }) => phase))).toEqual(new Set(['appeal_won', 'won']));
    const kinds = new Set(played.postings.map(({ kind }) => kind));
    for (const kind of ['listing_fee', 'credit_note', 'payout_hold', 'payout_hold_released', 'payout_released'])
      expect(kinds).toContain(kind);
    expect(played.invoices.map(({ state }) => state)).toEqual(expect.arrayContaining(['uncollectible', 'past_due']));
  });

  it('attribute to an author their share where its part of an invoice was too small to be charged', async () => {
    const played = await same(SMALL_PARTS, ALICE);
    expect(played.refused).toEqual([]);
    const stateOf = (tenant: string, month: string) =>
      played.invoices.find((invoice) => invoice.tenant === tenant && invoice.month === month)?.state;
    expect(['acme', 'alone', 'refunded', 'never', 'credited'].map((tenant) => stateOf(tenant, '2026-01'))).toEqual([
      ...['paid', 'paid', 'paid', 'below_minimum', 'paid'],
    ]);
    expect(stateOf('lost', '2026-01')).toBe('uncollectible');
    expect(played.postings.filter(({ kind }) => kind === 'listing_fee')[0]!.legs).toContainEqual(
      expect.objectContaining({ account: 'tax_payable', amount: '-19' }),
    );
  });

  it('are the same to the byte where a negative balance was settled by two people', async () => {
    const played = await same(RECOVERED, ALICE);
    expect(played.refused.map(({ at: when, code }) => [when.slice(0, 10), code])).toEqual([
      ['2026-03-20', 'recovery_not_due'],
      ['2026-04-13', 'recovery_not_due'],
    ]);
    expect(
      played.postings
        .filter(({ kind }) => kind.startsWith('recovery'))
        .map(({ at: when, kind }) => [when.slice(0, 10), kind]),
    ).toEqual([
      ['2026-04-10', 'recovery_paid_otherwise'],
      ['2026-04-12', 'recovery_written_off'],
    ]);
    const said = played.runs.flatMap(({ month, payouts }) =>
      payouts.map(({ reason, balance }) => [month, reason, balance]),
    );
    expect(said).toEqual([
      ['2026-01', 'to_pay', '7000'],
      ['2026-02', 'negative_balance', '-7000'],
      ['2026-03', 'negative_overdue', '-7000'],
      ['2026-05', 'to_pay', '2800'],
    ]);
  });

  it.each(WORLDS)('are the same to the byte: $name', async (setting) => {
    const counts = { refunds: 0, disputes: 0 };
    for (let round = 0; round < examples(1); round += 1) {
      const played = await same(scenarioOf(setting, round));
      counts.refunds += played.refunds.length;
      counts.disputes += played.disputes.length;
    }
    expect([counts.refunds > 1, counts.disputes > 1]).toEqual([true, true]);
  });
});
