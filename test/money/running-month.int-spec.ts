import { Transactor } from '@portal/platform/database';
import { Client } from 'pg';
import { AuthorHome } from '../../libs/payouts/src/runs/read/author-home.js';
import type { AuthorHomeView, AuthorMonthView } from '../../libs/payouts/src/runs/http/author-home.view.js';
import { PlaceHold } from '../../libs/payouts/src/holds/place-hold.js';
import { AuthorMonth } from '../../libs/payouts/src/runs/read/author-month.js';
import { statementsSent } from '../support/database/statements-sent.js';
import { FINANCE } from '../support/money/billing.js';
import { MoneyWorld, type PaidAuthor } from '../support/money/money-world.js';

const world = MoneyWorld.forTests();

const home = async (author: PaidAuthor): Promise<AuthorHomeView> =>
  (await world.read<AuthorHomeView>(author.session, '/author/home')).data;
const until = (author: PaidAuthor, month: string, at: string): Promise<AuthorMonthView[]> =>
  world.get(Transactor).run((tx) => world.get(AuthorMonth).until(tx, author.orgId, month, new Date(at)));
const forecast = (view: AuthorMonthView) => view.forecast!;
const blockers = (view: AuthorMonthView) => forecast(view).parts.filter(({ reason }) => reason !== 'next_run');
const codes = (view: AuthorMonthView): string[] => blockers(view).map(({ reason }) => reason);
const whole = (view: AuthorMonthView): bigint => {
  const all = blockers(view).reduce(
    (sum, one) => sum + BigInt(one.amount_minor),
    BigInt(forecast(view).next_payout_minor),
  );
  expect(forecast(view).total_minor).toBe(all.toString());
  return all;
};

it('an author is asked for a manifest until every Drive has a submission, and reads that the application was accepted', async () => {
  const author = await world.author();
  const asked = async (): Promise<boolean> => {
    const { data } = await world.read<{ next_steps: { code: string; done: boolean }[] }>(
      author.session,
      '/author/account',
    );
    return data.next_steps.some(({ code, done }) => code === 'submit_manifest' && !done);
  };
  expect(await asked()).toBe(true);
  const owner = await world.owner();
  await owner.query(
    `with listing as (insert into listings.listings (drive_id, org_id, slug, name)
       select id, org_id, slug, name from authors.drive_reservations where org_id = $1 on conflict do nothing)
     insert into listings.submissions (id, drive_id, org_id, kind, state, manifest_url, origin)
     select gen_random_uuid(), id, org_id, 'initial', 'received', 'https://a.example/m', 'https://a.example'
     from authors.drive_reservations where org_id = $1`,
    [author.orgId],
  );
  expect(await asked()).toBe(false);
  expect((await home(author)).happened.map(({ kind }) => kind)).toContain('accepted');
});

const HOLD = { kind: 'manual', windowMonths: null, endsAt: null, reason: 'Being looked at' } as const;
/** The first day of the current month, so that an install of the test has earned something by now. */
const since = (): string => `${new Date().toISOString().slice(0, 7)}-01T00:00:00Z`;

// That it equals what the close books is checked in every money case: test/support/money/driver/running-month.ts.
describe('the running month of an author', () => {
  it('foretells what the run of the month pays once tenants have paid, in every currency', async () => {
    const [ada, bob] = [await world.author(), await world.author()];
    const month = '2026-01';
    await world.segment({ orgId: ada.orgId, from: '2025-12-31T10:00:00Z', to: '2026-01-17T03:04:05Z', amount: 4_900n });
    await world.segment({ orgId: ada.orgId, from: '2026-01-17T03:04:05Z', amount: 19_900n, bps: 8_123 });
    await world.segment({ orgId: ada.orgId, from: '2026-01-02T00:00:01Z', amount: 12_345n, currency: 'eur' });
    await world.segment({ orgId: bob.orgId, from: '2026-01-05T00:00:00Z', amount: 777n });
    const foretold = new Map<PaidAuthor, AuthorMonthView[]>();
    for (const author of [ada, bob]) foretold.set(author, await until(author, month, '2026-02-01T00:00:00Z'));
    const [eur, usd] = foretold.get(ada)!;
    expect([eur!.currency, usd!.currency]).toEqual(['eur', 'usd']);
    expect(usd).toMatchObject({
      recurring_minor: '19900',
      recurring_share_minor: '16165',
      last_recurring_minor: '4900',
    });
    expect(codes(foretold.get(bob)![0]!)).toEqual(['below_minimum']);
    for (const one of ['2025-12', month]) await world.closeMonth(one);
    // Invoiced and not paid: the same amount, which now waits for the tenant.
    const [waiting] = await until(bob, '2026-02', '2026-02-01T00:00:01Z');
    expect(codes(waiting!)).toContain('awaiting_payment');
    for (const one of ['2025-12', month]) await world.pay(one);
    const run = await world.finish(await world.prepare('2025-12'));
    for (const [author, months] of foretold)
      for (const view of months)
        expect([view.currency, world.payoutOf(run, author, view.currency).amount_minor]).toEqual([
          view.currency,
          forecast(view).next_payout_minor,
        ]);
  });

  it('names each amount that the payout leaves out: the minimum, the account, a hold, what others owe', async () => {
    const author = await world.author({ account: 'none' });
    await world.segment({ orgId: author.orgId, from: since(), amount: 900_000_000n });
    const [first] = (await home(author)).money!;
    expect(codes(first!)).toEqual(['no_account']);
    expect(forecast(first!)).toMatchObject({ next_payout_minor: '0', parts: [{ who_acts: 'author' }] });
    expect(whole(first!)).toBe(BigInt(first!.accrued_minor));
    const paid = await world.author();
    await world.segment({ orgId: paid.orgId, from: since(), amount: 900_000_000n });
    await world.get(PlaceHold).execute({ ...HOLD, orgId: paid.orgId, basisPoints: 3_000 }, FINANCE);
    const [held] = (await home(paid)).money!;
    expect(codes(held!)).toEqual(['held_manual']);
    expect(BigInt(forecast(held!).next_payout_minor)).toBeGreaterThan(0n);
    expect(whole(held!)).toBe(BigInt(held!.accrued_minor));
    await world.book(paid, 'correction', 'correction', -BigInt(held!.accrued_minor) * 2n);
    expect(codes((await home(paid)).money![0]!)).toEqual(['negative_balance']);
  });
});

describe('the home of an author', () => {
  it('is empty for a new author, and says nothing of any other', async () => {
    const [author, other] = [await world.author(), await world.author()];
    await world.segment({ orgId: other.orgId, from: since(), amount: 900_000n });
    await world.book(other, 'correction', 'correction', 5_000n);
    const view = await home(author);
    expect(view).toMatchObject({ money: [] });
    expect(view.installs).toHaveLength(12);
    expect(view.installs.every(({ active }) => active === 0)).toBe(true);
    expect((await home(other)).money).toHaveLength(1);
  });

  it('counts for each month the installs that a recount finds at its end, of some that began and ended in any of them', async () => {
    const author = await world.author();
    const months = (await home(author)).installs.map(({ month }) => month);
    const starts = Array.from({ length: 15 }, (_, n) => {
      const first = new Date(`${months[0]!}-01T00:00:00Z`);
      return first.setUTCMonth(first.getUTCMonth() + n - 3);
    }).filter((start) => start <= Date.parse(`${months.at(-1)!}-01T00:00:00Z`));
    // An instant on the border belongs to the month before.
    const instants = starts.flatMap((start) => [start - 1, start, start + 1]).slice(0, -1);
    const installs = instants.flatMap((began, n) =>
      [...instants.slice(n + 1), null].map((ended) => ({ began: new Date(began), ended: ended && new Date(ended) })),
    );
    const owner = new Client({ connectionString: world.app.database.url });
    await owner.connect();
    // Rows that refer to others, without the others.
    await owner.query(`set session_replication_role = 'replica'`);
    await owner.query(
      `insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, origin, permissions, config, operator_email,
         scoped_token, drive_install_id, activated_at, ended_at)
       select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), d.id, d.org_id, case when x.ended is null then 'active' else 'revoked' end, gen_random_uuid(),
         'x', 'x', '{}', '{}', 'o@x.example', case when x.ended is null then 'x' end, 'x', x.began, x.ended
       from authors.drive_reservations d, jsonb_to_recordset($2) as x(began timestamptz, ended timestamptz) where d.org_id = $1`,
      [author.orgId, JSON.stringify(installs)],
    );
    await owner.end();
    const atEndOf = (month: string): number => {
      const end = new Date(`${month}-01T00:00:00Z`);
      end.setUTCMonth(end.getUTCMonth() + 1);
      return installs.filter(({ began, ended }) => began <= end && (ended === null || ended > end)).length;
    };
    const counted = (await home(author)).installs;
    expect(counted).toEqual(months.map((month) => ({ month, active: atEndOf(month) })));
    expect(new Set(counted.map(({ active }) => active)).size).toBeGreaterThan(8);
  });

  it('has no money for a member who may not see it', async () => {
    const [author, other] = [await world.author(), await world.author()];
    await world.segment({ orgId: author.orgId, from: since(), amount: 900_000n });
    await world.app.byOwner(
      `insert into identity.role_grants (id, user_id, role, scope_id, member_role)
       select gen_random_uuid(), user_id, role, $1, 'owner' from identity.role_grants where scope_id = $2`,
      [author.orgId, other.orgId],
    );
    await world.app.byOwner(
      `update identity.role_grants set member_role = 'developer' where scope_id = $1 and user_id not in (select user_id from identity.role_grants where scope_id = $2)`,
      [author.orgId, other.orgId],
    );
    const view = await home(author);
    expect([view.money, view.installs.length]).toEqual([null, 12]);
  });

  it.each([
    ['a reserve', 3, 0n],
    ['a debt', null, -900_000_000n],
    ['both', 3, -900_000_000n],
  ])('takes at most 12 statements for an author with two currencies and %s', async (_, windowMonths, correction) => {
    const author = await world.author();
    await world.segment({ orgId: author.orgId, from: since(), amount: 900_000n });
    await world.segment({ orgId: author.orgId, from: since(), amount: 900_000n, currency: 'eur' });
    if (correction !== 0n) await world.book(author, 'correction', 'correction', correction);
    await world.get(PlaceHold).execute({ ...HOLD, orgId: author.orgId, basisPoints: 3_000, windowMonths }, FINANCE);
    const counts: number[] = [];
    // The fewest of three: work in the background has statements too.
    for (let n = 0; n < 3; n += 1)
      counts.push((await statementsSent(() => world.get(AuthorHome).of(author.orgId, true))).length);
    expect(Math.min(...counts)).toBeGreaterThan(8);
    expect(Math.min(...counts)).toBeLessThanOrEqual(12);
  });
});
