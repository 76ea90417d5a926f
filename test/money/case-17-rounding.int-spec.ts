import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Ledger, reversed, type Posting } from '@portal/ledger';
import { parseMonth } from '../../libs/billing/src/domain/month.js';
import { prorate, spansIn } from './reference/proration.js';
import { chargeable, splitRunning } from './reference/split.js';
import { BillingFixture } from '../support/money/billing.js';
import { allowMadeUp } from '../support/money/made-up-postings.js';

const at = (text: string): Date => new Date(text);

describe('Case 17: rounding', () => {
  const billing = BillingFixture.forTests();

  const close = (month: string) => billing.closeMonth(month);
  /** Segments by SQL: `amounts` are prices of installs that ran for exactly one month. */
  const seed = async (month: string, orgId: string, amounts: string): Promise<void> => {
    await billing.owner.query(
      `insert into billing.install_segments (id, install_id, tenant_id, venture_id, drive_id, org_id, tenant_name, venture_name, drive_name, price_id, amount,
         currency, split_rule_id, author_bps, started_at, ended_at, opened_by_event)
       select gen_random_uuid(), gen_random_uuid(), md5('t' || (g % 7))::uuid, gen_random_uuid(), gen_random_uuid(), $2, 'T', 'V', 'D', gen_random_uuid(), ${amounts},
         'usd', 1, 7000, billing.month_start($1::date), billing.month_end($1::date), gen_random_uuid() from generate_series(1, 1000) g`,
      [`${month}-01`, orgId],
    );
    await billing.owner.query('insert into billing.periods (month) values ($1::date) on conflict do nothing', [
      `${month}-01`,
    ]);
  };
  const sums = async (orgId: string) => {
    const [row] = await billing.db.query<{ n: string; gross: string; author: string; platform: string }>(
      `select count(*) as n, sum(gross) as gross, sum(author_share) as author, sum(platform_share) as platform from billing.invoice_lines where org_id = $1`,
      [orgId],
    );
    return [row!.n, row!.gross, row!.author, row!.platform].map(BigInt);
  };

  it('pays 700 of a thousand lines of 1, not 1000 and not 0', async () => {
    const orgId = randomUUID();
    await seed('2020-01', orgId, '1');
    await close('2020-01');
    expect(await sums(orgId)).toEqual([1000n, 1000n, 700n, 300n]);
    expect(
      await billing.get(Ledger).balance(billing.db, { code: 'author_pending', ownerId: orgId, currency: 'usd' }),
    ).toBe(700n);
  });

  it('gives an author with odd amounts their part of the whole to half a unit, in every order of the lines', async () => {
    const orgId = randomUUID();
    await seed('2020-02', orgId, '1 + (g * 7919) % 997');
    await close('2020-02');
    const [n, gross, author, platform] = await sums(orgId);
    expect(n).toBe(1000n);
    expect(author! + platform!).toBe(gross);
    // R(0.7 × gross): the running total makes the sum independent of how and in which order it was divided.
    expect(author).toBe((2n * gross! * 7000n + 10_000n) / 20_000n);
  });

  it('agrees with the pure rules, with trials, several splits, and beyond 64 bits', async () => {
    const month = parseMonth('2019-02');
    const [ORG_A, ORG_B] = ['0190a000-0000-7000-8000-00000000000a', '0190a000-0000-7000-8000-00000000000b'];
    const instant = fc.integer({ min: at('2019-01-20').getTime(), max: at('2019-03-05').getTime() });
    const piece = fc.record({
      length: fc.oneof(fc.nat({ max: 5_000 }), fc.nat({ max: 3 * 86_400_000 }), fc.nat({ max: 30 * 86_400_000 })),
      amount: fc.oneof(fc.bigInt({ min: 1n, max: 99_999n }), fc.bigInt({ min: 1n, max: 10n ** 17n })),
      trial: fc.oneof(fc.constant(null), fc.nat({ max: 20 * 86_400_000 })),
    });
    const install = fc.record({
      org: fc.constantFrom(ORG_A, ORG_B, null),
      bps: fc.constantFrom(7000, 8500, 0, 10_000),
      from: instant,
      pieces: fc.array(piece, { minLength: 1, maxLength: 4 }),
    });
    const once = async (
      installs: {
        org: string | null;
        bps: number;
        from: number;
        pieces: { length: number; amount: bigint; trial: number | null }[];
      }[],
    ): Promise<void> => {
      const segments = installs.flatMap((given) => {
        let from = given.from;
        const installId = randomUUID();
        return given.pieces.map((p, n) => {
          const startedAt = new Date(from);
          from += p.length;
          const trialEndsAt = n === 0 && p.trial !== null ? new Date(startedAt.getTime() + p.trial) : null;
          const bps = given.org === null ? 0 : given.bps;
          return {
            id: randomUUID(),
            installId,
            org: given.org,
            bps,
            amount: p.amount,
            startedAt,
            endedAt: new Date(from),
            trialEndsAt,
          };
        });
      });
      const expected = new Map<string, string>();
      for (const org of [ORG_A, ORG_B, null]) {
        const priced = [...new Set(segments.filter((s) => s.org === org).map((s) => s.installId))]
          .sort()
          .flatMap((installId) => {
            const own = segments
              .filter((s) => s.installId === installId)
              .sort((x, y) => x.startedAt.getTime() - y.startedAt.getTime() || (x.id < y.id ? -1 : 1));
            const spans = spansIn(month, own);
            return own.flatMap((s, i) => {
              const gross = spans[i] === undefined ? 0n : prorate(s.amount, spans[i].seconds, month.seconds);
              return gross > 0n ? [{ id: s.id, grossMinor: gross, authorBps: s.bps }] : [];
            });
          });
        splitRunning(priced).forEach((share, i) => {
          expect(share.authorMinor + share.platformMinor).toBe(priced[i]!.grossMinor);
          expected.set(priced[i]!.id, `${priced[i]!.grossMinor} ${share.authorMinor}`);
        });
      }
      const actual = new Map<string, string>();
      await billing.owner.query('begin');
      try {
        for (const s of segments)
          await billing.owner.query(
            `insert into billing.install_segments (id, install_id, tenant_id, venture_id, drive_id, org_id, tenant_name, venture_name, drive_name,
               price_id, amount, currency, split_rule_id, author_bps, started_at, ended_at, trial_ends_at, opened_by_event)
             values ($1, $2, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $3, 't', 'v', 'd', gen_random_uuid(), $4, 'usd', $5, $6, $7, $8, $9, gen_random_uuid())`,
            [s.id, s.installId, s.org, s.amount.toString(), 1, s.bps, s.startedAt, s.endedAt, s.trialEndsAt],
          );
        await billing.owner.query(`insert into billing.periods (month) values ('2019-02-01')`);
        await billing.owner.query(
          `alter table billing.periods disable trigger second_person;
           update billing.periods set state = 'closing', closing_at = now() where month = '2019-02-01'`,
        );
        await billing.owner.query(`update billing.periods set frozen_at = now() where month = '2019-02-01'`);
        await billing.owner.query(`select * from billing.write_lines('2019-02-01')`);
        const { rows } = await billing.owner.query<{ segment_id: string; gross: string; author_share: string }>(
          `select segment_id, gross, author_share from billing.invoice_lines where month = '2019-02-01'`,
        );
        for (const row of rows) actual.set(row.segment_id, `${row.gross} ${row.author_share}`);
      } finally {
        await billing.owner.query('rollback');
      }
      expect(actual).toEqual(expected);
    };
    await fc.assert(fc.asyncProperty(fc.array(install, { minLength: 1, maxLength: 6 }), once), { numRuns: 8 });
  });

  it('charges what a provider accepts and carries the rest, to the unit, for any amount', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 17n }), { minLength: 1, maxLength: 30 }),
        fc.constantFrom(
          { minMinor: 50n, multipleMinor: 1n },
          { minMinor: 200n, multipleMinor: 10n },
          { minMinor: 7000n, multipleMinor: 100n },
        ),
        (months, rules) => {
          let [carried, charged] = [0n, 0n];
          for (const total of months) {
            const part = chargeable(total + carried, rules);
            expect(
              part.chargedMinor === 0n ||
                (part.chargedMinor >= rules.minMinor && part.chargedMinor % rules.multipleMinor === 0n),
            ).toBe(true);
            charged += part.chargedMinor;
            carried = part.carriedMinor;
            expect(carried < rules.minMinor + rules.multipleMinor).toBe(true);
          }
          expect(charged + carried).toBe(months.reduce((sum, m) => sum + m, 0n));
        },
      ),
    );
  });

  it('sums to zero when every posting is reversed', async () => {
    await allowMadeUp(billing.database.url, 'invoice', 'invoice');
    await allowMadeUp(billing.database.url, 'reversal', 'invoice');
    const orgs = Array.from({ length: 5 }, () => randomUUID());
    const given = fc.sample(
      fc.record({ gross: fc.bigInt({ min: 1n, max: 10n ** 15n }), org: fc.constantFrom(...orgs) }),
      { numRuns: 60 },
    );
    const postings = given.map(({ gross, org }, n): Posting => {
      const share = splitRunning([{ grossMinor: gross, authorBps: 7000 }])[0]!;
      const source = { kind: 'invoice', sourceType: 'invoice', sourceId: `reversal-${n}`, effectiveAt: new Date() };
      return {
        ...source,
        idempotencyKey: `case17:${n}`,
        legs: [
          { account: { code: 'tenant_receivable', currency: 'sek' }, amountMinor: gross },
          ...(share.authorMinor > 0n
            ? [
                {
                  account: { code: 'author_pending' as const, ownerId: org, currency: 'sek' },
                  amountMinor: -share.authorMinor,
                },
              ]
            : []),
          ...(share.platformMinor > 0n
            ? [{ account: { code: 'platform_revenue' as const, currency: 'sek' }, amountMinor: -share.platformMinor }]
            : []),
        ],
      };
    });
    const booked = await billing.transactor.run((tx) => billing.get(Ledger).postMany(tx, postings));
    const idOf = new Map(booked.map((b) => [b.idempotencyKey, b.txId]));
    await billing.transactor.run((tx) =>
      billing.get(Ledger).postMany(
        tx,
        postings.map((p) => ({
          ...p,
          kind: 'reversal',
          idempotencyKey: `${p.idempotencyKey}:back`,
          reversesTxId: idOf.get(p.idempotencyKey)!,
          legs: reversed(p.legs),
        })),
      ),
    );
    for (const account of [
      { code: 'tenant_receivable', currency: 'sek' } as const,
      { code: 'platform_revenue', currency: 'sek' } as const,
      ...orgs.map((ownerId) => ({ code: 'author_pending', ownerId, currency: 'sek' }) as const),
    ])
      expect(await billing.get(Ledger).balance(billing.db, account)).toBe(0n);
  });
});
