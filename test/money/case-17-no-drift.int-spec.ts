import { Ledger, reversed, SealEntries, type AccountCode, type Leg } from '@portal/ledger';
import {
  appealWonLegs,
  creditNoteLegs,
  disputeFeeLegs,
  disputeLostLegs,
  disputeOpenedLegs,
  refundLegs,
} from '../../libs/billing/src/adjustments/adjustment-legs.js';
import { divideHalfUp } from '../../libs/billing/src/domain/divide-half-up.js';
import { splitRunning } from './reference/split.js';
import {
  reverseLine,
  type AdjustableLine,
  type LineReversal,
} from '../../libs/billing/src/adjustments/domain/reversal.js';
import { ownSide } from '../../libs/ledger/src/domain/chart.js';
import { feeLegs, paidLegs, recoveredLegs, writeOffLegs } from '../../libs/billing/src/collection/payment-legs.js';
import { BillingFixture } from '../support/money/billing.js';
import { examples, randomOf, SEED } from '../support/examples.js';
import { allowMadeUp } from '../support/money/made-up-postings.js';

/** How many bookings; the README of libs/ledger gives the time for a million. */
const OPERATIONS = examples(5_000);
const MOST_STORIES_AT_ONCE = 8_000;

/**
 * Possible steps of an invoice of two lines. `from`, `to`: which part of it, of the four instants nothing,
 * a first part, a second, all. `line`: only this one of the two.
 */
interface Step {
  readonly kind: Kind;
  readonly from?: number;
  readonly to?: number;
  readonly line?: 1 | 2;
}
type Kind = keyof ReturnType<typeof legsOf>;

/** `refund 0-1`: of a part; `charge of 1`: one line alone. */
const STEP = /^(?<kind>\w+)(?: (?<from>\d)-(?<to>\d))?(?: of (?<line>\d))?$/;
function stepOf(text: string): Step {
  const { kind, from, to, line } = STEP.exec(text)!.groups!;
  return {
    kind: kind as Kind,
    ...(from && { from: Number(from), to: Number(to) }),
    ...(line && { line: Number(line) as 1 | 2 }),
  };
}
/** Stories of every run, whatever its seed. */
const KNOWN: readonly (readonly Step[])[] = [
  'charge, pay, processor_fee, refund',
  'charge, pay, refund 0-1, refund 1-2, refund 2-3',
  'charge, pay, processor_fee, dispute_opened 0-2, dispute_fee, dispute_won 0-2, refund 0-1',
  'charge, pay, dispute_opened, dispute_fee, dispute_lost',
  'charge, pay, refund 0-1, dispute_opened 1-3, dispute_lost 1-3, appeal_won 1-3, refund 1-2',
  'charge, credit_note 0-1, pay 1-3, refund 1-2',
  'charge, write_off',
  'charge, write_off, recover, refund 0-2',
  // The first line is of an invoice that was too small and carried: one payment pays both.
  'charge of 1, charge of 2, pay, processor_fee',
  'charge, pay, hold, release_hold, payout, payout_settled',
  'charge, pay, hold, payout, payout_settled, transfer_reversed, refund 0-1',
  'charge, pay, payout, payout_released, listing_fee',
].map((story) => story.split(', ').map(stepOf));

const RANDOM_STORIES = 149;
const MOST_TURNS = 6;
/** Ends of a dispute, the last one being none yet: then, and when it is lost for good, its part is gone. */
const DISPUTES = [['won'], ['lost', 'appeal_won'], ['lost'], []] as const;
const PAYOUTS = [['payout_released'], ['payout_settled', 'transfer_reversed'], ['payout_settled']] as const;

/**
 * Random courses of an invoice: credited in part, written off and recovered or paid, then again and again a part
 * refunded, disputed with any outcome, put on hold and released, paid out to any end, charged a listing fee. Only what
 * the product could do: nothing is reversed twice, a dispute ends once.
 */
function randomStory(below: (n: number) => number): Step[] {
  const steps = below(5) === 0 ? ['charge of 1', 'charge of 2'] : ['charge'];
  let at = 0;
  if (below(5) === 0) steps.push(`credit_note 0-${(at = 1)}`);
  if (below(8) === 0) {
    steps.push(`write_off ${at}-3`);
    if (below(2) === 0) return steps.map(stepOf);
    steps.push(`recover ${at}-3`);
  } else steps.push(`pay ${at}-3`);
  if (below(2) === 0) steps.push(`processor_fee ${at}-3`);
  let held = false;
  for (let rounds = 1 + below(MOST_TURNS); rounds > 0; rounds -= 1) {
    const to = at < 3 ? at + 1 + below(3 - at) : 3;
    const part = `${at}-${to}`;
    switch (below(6)) {
      case 0:
      case 1:
        if (at < 3) steps.push(`refund ${part}`);
        at = to;
        break;
      case 2: {
        if (at === 3) break;
        const ends = below(DISPUTES.length);
        steps.push(`dispute_opened ${part}`, 'dispute_fee');
        for (const end of DISPUTES[ends]!) steps.push(`${end === 'appeal_won' ? end : `dispute_${end}`} ${part}`);
        if (ends > 1) at = to;
        break;
      }
      case 3:
        steps.push(held ? 'release_hold' : 'hold');
        held = !held;
        break;
      case 4:
        steps.push('payout', ...PAYOUTS[below(PAYOUTS.length)]!);
        break;
      default:
        steps.push('listing_fee');
    }
  }
  return steps.map(stepOf);
}

const below = randomOf(SEED);
const STORIES: readonly (readonly Step[])[] = [
  ...KNOWN,
  ...Array.from({ length: RANDOM_STORIES }, () => randomStory(below)),
];
/** The first story; the properties of an invoice follow from its number. */
const FIRST_STORY = 1 + below(1_000_000_000);
/** 161: no factor in common with the 40 authors, so that each has every story. */
const PATHS = STORIES.length;

const LONGEST = Math.max(...STORIES.map((steps) => steps.length));
const CURRENCIES = ['usd', 'jpy', 'kwd'] as const;
const BPS = [7_000, 8_500, 3_333, 10_000] as const;
const TAX_BPS = [0, 2_000, 725] as const;

/**
 * The stories `$1` to `$2` with their two lines, and of each line what tax, gross and author's share come to when the
 * first and the second part are taken; then the legs of step `$3` of all of them. Written for itself: no rule is taken
 * from the code under test.
 */
const CUT = (amount: string): string =>
  `div(2 * l.tax::numeric * ${amount} + l.tax + l.gross, 2 * (l.tax + l.gross))::bigint`;
const LINES = `select s.*, w.line, w.org, w.gross, w.tax, div(2 * w.gross::numeric * s.bps + 10000, 20000)::bigint as share
  from (select n, n % ${PATHS} as path, (array['usd', 'jpy', 'kwd'])[(1 + n / 12 % 3)::int] as currency, (array[7000, 8500, 3333, 10000])[(1 + n / 36 % 4)::int] as bps,
      (array[0, 2000, 725])[(1 + n / 5 % 3)::int] as tax_bps, n % 40 as first_org, n * 48271 % 900 as one, n * 69621 % 900 as two
    from generate_series($1::bigint, $2::bigint) n where n % ${PATHS} = any($4::int[])) s
  cross join lateral (values (1, first_org, 10 + n * 2654435761 % (10 ^ (1 + n / 7 % 12))::bigint),
    (2, case when n / 11 % 7 > 0 then (first_org + 1 + n / 40 % 39) % 40 end, 10 + n * 40503 % (10 ^ (1 + n / 5 % 9))::bigint)) v (line, org, gross)
  cross join lateral (select v.line, v.org, v.gross, div(2 * v.gross::numeric * s.tax_bps + 10000, 20000)::bigint as tax) w`;
const PARTS = `select l.*, p.at, p.amount, ${CUT('p.amount')} as tax_taken
  from (${LINES}) l cross join lateral (select 1 + (l.gross + l.tax - 3) * l.one / 1000 as first) f
  cross join lateral (values (0, 0), (1, f.first), (2, f.first + 1 + (l.gross + l.tax - f.first - 2) * l.two / 1000), (3, l.gross + l.tax)) p (at, amount)`;
const TAKEN = `select p.*, case when p.org is null then 0 else div(2 * p.share::numeric * (p.amount - p.tax_taken) + p.gross, 2 * p.gross)::bigint end as author_taken from (${PARTS}) p`;
const SLICES = `select b.n, st.kind, b.currency, b.line, case when b.org is not null then md5('o' || b.org)::uuid end as org, b.amount - a.amount as total,
    b.tax_taken - a.tax_taken as tax, b.author_taken - a.author_taken as author, (b.amount - b.tax_taken) - (a.amount - a.tax_taken) as gross
  from unnest($4::int[], $5::text[], $6::int[], $7::int[], $8::int[]) as st (path, kind, from_at, to_at, line)
  join taken b on b.path = st.path and b.at = st.to_at and (st.line = 0 or st.line = b.line)
  join taken a on a.n = b.n and a.line = b.line and a.at = st.from_at`;
const LEGS = `select x.n, x.code, x.owner, x.currency, sum(x.amount) as amount from (
    select s.n, s.currency, v.code, v.owner, v.amount from slices s cross join lateral (values
      ('charge', 'tenant_receivable', null::uuid, s.total), ('charge', 'author_pending', s.org, -s.author), ('charge', 'revenue', null, s.author - s.gross), ('charge', 'tax_payable', null, -s.tax),
      ('credit_note', 'author_pending', s.org, s.author), ('credit_note', 'revenue', null, s.gross - s.author), ('credit_note', 'tax_payable', null, s.tax), ('credit_note', 'tenant_receivable', null, -s.total),
      ('pay', 'stripe_balance', null, s.total), ('pay', 'tenant_receivable', null, -s.total), ('pay', 'author_pending', s.org, s.author), ('pay', 'author_payable', s.org, -s.author),
      ('processor_fee', 'processor_fee', null, 1 + s.total * 29 / 1000), ('processor_fee', 'stripe_balance', null, -1 - s.total * 29 / 1000),
      ('refund', 'author_payable', s.org, s.author), ('refund', 'revenue', null, s.gross - s.author), ('refund', 'tax_payable', null, s.tax), ('refund', 'stripe_balance', null, -s.total),
      ('dispute_opened', 'platform_at_risk', null, s.total), ('dispute_opened', 'stripe_balance', null, -s.total), ('dispute_opened', 'author_payable', s.org, s.author), ('dispute_opened', 'author_disputed', s.org, -s.author),
      ('dispute_won', 'platform_at_risk', null, -s.total), ('dispute_won', 'stripe_balance', null, s.total), ('dispute_won', 'author_payable', s.org, -s.author), ('dispute_won', 'author_disputed', s.org, s.author),
      ('dispute_lost', 'author_disputed', s.org, s.author), ('dispute_lost', 'revenue', null, s.gross - s.author), ('dispute_lost', 'tax_payable', null, s.tax), ('dispute_lost', 'platform_at_risk', null, -s.total),
      ('appeal_won', 'author_payable', s.org, -s.author), ('appeal_won', 'revenue', null, s.author - s.gross), ('appeal_won', 'tax_payable', null, -s.tax), ('appeal_won', 'stripe_balance', null, s.total),
      ('dispute_fee', 'author_payable', s.org, case when s.org is null then 0 else 7 end), ('dispute_fee', 'dispute_fee', null, case when s.org is null then 15 else 8 end), ('dispute_fee', 'stripe_balance', null, -15),
      ('write_off', 'tenant_receivable', null, -s.total), ('write_off', 'author_pending', s.org, s.author), ('write_off', 'bad_debt', null, s.total - s.author),
      ('recover', 'stripe_balance', null, s.total), ('recover', 'author_payable', s.org, -s.author), ('recover', 'bad_debt', null, s.author - s.total),
      ('hold', 'author_payable', s.org, s.author / 3), ('hold', 'author_reserve', s.org, -(s.author / 3)),
      ('release_hold', 'author_payable', s.org, -(s.author / 3)), ('release_hold', 'author_reserve', s.org, s.author / 3),
      ('payout', 'author_payable', s.org, s.author), ('payout', 'payout_clearing', null, -s.author),
      ('payout_settled', 'payout_clearing', null, s.author), ('payout_settled', 'stripe_balance', null, -s.author),
      ('payout_released', 'payout_clearing', null, s.author), ('payout_released', 'author_payable', s.org, -s.author),
      ('transfer_reversed', 'stripe_balance', null, s.author), ('transfer_reversed', 'author_payable', s.org, -s.author),
      ('listing_fee', 'author_payable', s.org, case when s.line = 1 then 1 + s.n % 3000 else 0 end), ('listing_fee', 'listing_fee_revenue', null, case when s.line = 1 then -1 - s.n % 3000 else 0 end)
    ) k (kind, code, owner, amount)
    cross join lateral (select case when k.code <> 'revenue' then k.code when s.org is null then 'first_party_revenue' else 'platform_revenue' end as code, k.owner, k.amount) v
    where k.kind = s.kind) x
  group by 1, 2, 3, 4 having sum(x.amount) <> 0`;

/** The stories of a batch that have such a step; `params` are those of the two queries above. */
function stepsOf(step: number): { paths: number[]; kinds: Kind[]; from: number[]; to: number[]; lines: number[] } {
  const steps = STORIES.flatMap((story, path) => (story[step] ? [{ path, ...story[step] }] : []));
  return {
    paths: steps.map(({ path }) => path),
    kinds: steps.map(({ kind }) => kind),
    from: steps.map(({ from }) => from ?? 0),
    to: steps.map(({ to }) => to ?? 3),
    lines: steps.map(({ line }) => line ?? 0),
  };
}

/**
 * The same stories in memory, with the product's own rules for shares, collections and legs, in whole numbers of any
 * size.
 */
class Oracle {
  readonly balances = new Map<string, bigint>();
  booked = 0;

  constructor(private readonly orgs: readonly string[]) {}

  apply(story: number): void {
    const n = BigInt(story);
    const currency = CURRENCIES[Math.floor(story / 12) % 3]!;
    const bps = BPS[Math.floor(story / 36) % 4]!;
    const taxBps = BigInt(TAX_BPS[Math.floor(story / 5) % 3]!);
    const other = Math.floor(story / 11) % 7 > 0 ? ((story % 40) + 1 + (Math.floor(story / 40) % 39)) % 40 : undefined;
    const lines = [
      this.line(
        '1',
        story % 40,
        bps,
        taxBps,
        10n + ((n * 2_654_435_761n) % 10n ** BigInt(1 + (Math.floor(story / 7) % 12))),
      ),
      this.line('2', other, bps, taxBps, 10n + ((n * 40_503n) % 10n ** BigInt(1 + (Math.floor(story / 5) % 9)))),
    ];
    const parts = lines.map((line) => {
      const total = line.grossMinor + line.taxMinor;
      const first = 1n + ((total - 3n) * ((n * 48_271n) % 900n)) / 1000n;
      return [0n, first, first + 1n + ((total - first - 2n) * ((n * 69_621n) % 900n)) / 1000n, total];
    });
    for (const { kind, from = 0, to = 3, line } of STORIES[story % PATHS]!) {
      const chosen = lines.filter(({ lineId }) => line === undefined || lineId === String(line));
      // The story of a part begins at that part, whatever was reversed and reinstated before.
      const slices = chosen.map((one) => {
        const [before, upTo] = [parts[Number(one.lineId) - 1]![from]!, parts[Number(one.lineId) - 1]![to]!];
        const start = before === 0n ? one : after(one, reverseLine(one, before));
        return reverseLine(start, upTo - before);
      });
      this.book(legsOf(slices, currency, n)[kind]());
    }
  }

  private line(
    lineId: string,
    org: number | undefined,
    bps: number,
    taxBps: bigint,
    grossMinor: bigint,
  ): AdjustableLine {
    const [share] = splitRunning([{ grossMinor, authorBps: org === undefined ? 0 : bps }]);
    return {
      lineId,
      invoiceId: 'i',
      orgId: org === undefined ? null : this.orgs[org]!,
      tier: 0,
      grossMinor,
      taxMinor: divideHalfUp(grossMinor * taxBps, 10_000n),
      authorMinor: share!.authorMinor,
      taken: { grossMinor: 0n, taxMinor: 0n, authorMinor: 0n },
    };
  }

  private book(legs: readonly Leg[]): void {
    if (sumOf(legs.map((leg) => leg.amountMinor)) !== 0n) throw new Error(`out of balance: ${legs.length}`);
    this.booked += 1;
    for (const { account, amountMinor } of legs) {
      const name = nameOf(account.code, account.ownerId ?? null, account.currency);
      this.balances.set(name, (this.balances.get(name) ?? 0n) + amountMinor);
    }
  }
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n);

function nameOf(code: string, owner: string | null, currency: string): string {
  return `${code} ${owner ?? ''} ${currency}`;
}

function after(line: AdjustableLine, { grossMinor, taxMinor, authorMinor }: LineReversal): AdjustableLine {
  return { ...line, taken: { grossMinor, taxMinor, authorMinor } };
}

/** What each kind of step books of these parts. */
function legsOf(reversals: readonly LineReversal[], currency: string, n: bigint) {
  const totals = reversals.map(({ grossMinor, taxMinor }) => grossMinor + taxMinor);
  const total = sumOf(totals);
  const authors = reversals.flatMap(({ orgId, authorMinor }) =>
    orgId !== null && authorMinor > 0n ? [{ orgId, shareMinor: authorMinor }] : [],
  );
  const own = (code: AccountCode, amount: (share: bigint) => bigint): Leg[] =>
    authors.map(({ orgId, shareMinor }) => ({
      account: { code, ownerId: orgId, currency },
      amountMinor: amount(shareMinor),
    }));
  const platform = (code: AccountCode, amountMinor: bigint): Leg => ({ account: { code, currency }, amountMinor });
  const shares = sumOf(authors.map(({ shareMinor }) => shareMinor));
  const held = (sign: bigint): Leg[] => [
    ...own('author_payable', (share) => (sign * share) / 3n),
    ...own('author_reserve', (share) => (-sign * share) / 3n),
  ];
  const fee = 1n + (n % 3_000n);
  return {
    charge: () => reversed(creditNoteLegs(reversals, currency)),
    credit_note: () => creditNoteLegs(reversals, currency),
    pay: () => paidLegs(total, total, currency, authors),
    processor_fee: () => {
      const fees = totals.map((one) => 1n + (one * 29n) / 1000n);
      return feeLegs(sumOf(fees), currency);
    },
    refund: () => refundLegs(reversals, total, currency),
    dispute_opened: () => disputeOpenedLegs(reversals, total, currency),
    dispute_won: () => reversed(disputeOpenedLegs(reversals, total, currency)),
    dispute_lost: () => disputeLostLegs(reversals, total, currency),
    appeal_won: () => appealWonLegs(reversals, total, currency),
    dispute_fee: () => {
      const bearers = reversals.flatMap(({ orgId }) => (orgId === null ? [] : [{ orgId, feeMinor: 7n }]));
      return disputeFeeLegs(15n * BigInt(reversals.length), currency, bearers);
    },
    write_off: () => writeOffLegs(total, currency, authors),
    recover: () => recoveredLegs(total, currency, authors),
    hold: () => held(1n),
    release_hold: () => held(-1n),
    payout: () => [...own('author_payable', (share) => share), platform('payout_clearing', -shares)],
    payout_settled: () => [platform('payout_clearing', shares), platform('stripe_balance', -shares)],
    payout_released: () => [platform('payout_clearing', shares), ...own('author_payable', (share) => -share)],
    transfer_reversed: () => [platform('stripe_balance', shares), ...own('author_payable', (share) => -share)],
    listing_fee: () => [
      { account: { code: 'author_payable' as const, ownerId: reversals[0]!.orgId!, currency }, amountMinor: fee },
      platform('listing_fee_revenue', -fee),
    ],
  };
}

describe('Case 17: nothing drifts', () => {
  const billing = BillingFixture.forTests();
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = billing.get(Ledger);
    await allowMadeUp(billing.database.url, 'drift', 'test');
  });

  /** One step of the stories from `first` to `last`, all of them at once. */
  const book = async (first: number, last: number, step: number): Promise<{ posted: number; repeated: number }> => {
    const { paths, kinds, from, to, lines } = stepsOf(step);
    const ref = `md5(n || ':' || $3::int)::uuid`;
    return billing.transactor.run((tx) =>
      ledger.postSelected(tx, {
        transactions: `select ${ref} as ref, 'drift:' || n || ':' || $3::int as key, 'drift' as kind, 'test' as source_type, n::text as source_id, now() as effective_at
          from generate_series($1::bigint, $2::bigint) n join unnest($4::int[], $5::text[], $6::int[], $7::int[], $8::int[]) as k (path, kind, a, b, c) on k.path = n % ${PATHS}`,
        legs: `with taken as materialized (${TAKEN}), slices as (${SLICES}) select ${ref} as ref, code, owner as owner_id, currency, amount from (${LEGS}) legs`,
        params: [first, last, step, paths, kinds, from, to, lines],
      }),
    );
  };

  it(`in ${OPERATIONS} random bookings of every kind (seed ${SEED}), with snapshots taken and seals set in between`, async () => {
    const orgs = (
      await billing.db.query<{ org: string }>(
        `select md5('o' || n)::uuid::text as org from generate_series(0, 39) n order by n`,
      )
    ).map(({ org }) => org);
    const steps = STORIES.reduce((sum, story) => sum + story.length, 0) / STORIES.length;
    // Whole rounds, so that all of them occur.
    const stories = Math.ceil(OPERATIONS / steps / PATHS) * PATHS;
    const end = FIRST_STORY + stories - 1;
    const atOnce = Math.min(MOST_STORIES_AT_ONCE, Math.ceil(stories / 4));
    const oracle = new Oracle(orgs);
    let posted = 0;
    for (let first = FIRST_STORY, batch = 0; first <= end; first += atOnce, batch += 1) {
      const last = Math.min(end, first + atOnce - 1);
      for (let step = 0; step < LONGEST; step += 1) posted += (await book(first, last, step)).posted;
      for (let story = first; story <= last; story += 1) oracle.apply(story);
      if (batch % 3 === 0) await ledger.takeSnapshots();
      if (batch % 3 === 1) expect(await billing.get(SealEntries).execute()).toBeGreaterThan(0);
    }
    expect(posted).toBe(oracle.booked);
    expect(posted).toBeGreaterThanOrEqual(OPERATIONS);
    // Processed again: nothing is booked twice.
    const again = Math.min(stories, 500);
    expect(await book(FIRST_STORY, FIRST_STORY + again - 1, 1)).toMatchObject({ posted: 0, repeated: again });
    await ledger.takeSnapshots();
    await billing.get(SealEntries).execute();

    const rows = await billing.db.query<{ code: AccountCode; owner_id: string | null; currency: string; net: string }>(
      `select a.code, case when c.owned then a.owner_id::text end as owner_id, a.currency, sum(e.amount)::text as net
       from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id join ledger.account_code c on c.code = a.code
       group by 1, 2, 3`,
    );
    const found = Object.fromEntries(rows.map((row) => [nameOf(row.code, row.owner_id, row.currency), row.net]));
    const expected = Object.fromEntries([...oracle.balances].map(([name, net]) => [name, net.toString()]));
    expect(found).toEqual(expected);
    expect(Object.keys(found).length).toBeGreaterThan(300);

    // The stored balances equal the entries.
    for (const { code, owner_id: ownerId, currency, net } of rows) {
      const account = { code, currency, ...(ownerId === null ? {} : { ownerId }) };
      expect([code, await ledger.balance(billing.db, account)]).toEqual([code, ownSide(code, BigInt(net))]);
    }
    const proof = await ledger.proof({ full: true });
    expect(proof.checks.filter((check) => !check.ok)).toEqual([]);
  }, 3_600_000);

  it('a difference of one unit in one booking is reported', async () => {
    await billing.owner.query('alter table ledger.ledger_entry disable trigger user');
    await billing.owner.query(
      `update ledger.ledger_entry set amount = amount + 1 where (tx_id, seq) = (select e.tx_id, e.seq from ledger.ledger_entry e
         join ledger.ledger_account a on a.id = e.account_id where a.code = 'author_payable' and e.amount > 1 order by 1, 2 limit 1)`,
    );
    const { checks } = await ledger.proof({ full: true });
    expect(checks.flatMap(({ ok, code }) => (ok ? [] : [code]))).toEqual([
      'sum_zero',
      'every_transaction_balanced',
      'balances_match_entries',
      'seals_unbroken',
    ]);
  });
});
