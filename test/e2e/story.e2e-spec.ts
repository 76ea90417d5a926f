import { randomUUID } from 'node:crypto';
import { checkResult } from '../support/money/driver/checks.js';
import { observe } from '../support/money/driver/observe.js';
import { eventually } from '../support/test-timeout.js';
import { Person } from '../support/http/person.js';
import { RecordingProxy } from '../support/processes/recording-proxy.js';
import { runDemo, type StoryRun } from '../support/browser/story.js';
import { movesMoney, objectionsTo } from '../support/money/stripe-catalogue.js';
import { TestPortal } from '../support/browser/test-portal.js';

const STEPS = 20;
const BOOKS = '/api/v1/finance/reconciliation';

interface Books {
  readonly reconciled_at: string | null;
  readonly running: boolean;
  readonly failure: string | null;
  readonly holds: boolean | null;
  readonly blocking: number;
  readonly equalities: { name: string; left_minor: string; right_minor: string; holds: boolean }[];
}

describe('the demo story', () => {
  let proxy: RecordingProxy;
  beforeAll(async () => {
    proxy = await RecordingProxy.start();
  });
  const portal = TestPortal.forTests({ story: true, settings: () => ({ STRIPE_API_BASE: proxy.url }) });
  /** Of installs whose events were emitted besides those of the stories. */
  let emitted: number;
  let again: StoryRun;

  beforeAll(async () => {
    proxy.forwardTo(portal.ready.stripe_sandbox_url);
    emitted = await manyInstalls();
    again = await runDemo(portal.url);
  });
  afterAll(() => proxy?.close());

  const one = async <T>(sql: string, params: unknown[] = []): Promise<T> =>
    ((await portal.db.query(sql, params)).rows as T[])[0]!;

  /** Emits events about installs to the billing of the running product, as the installs feature does. */
  async function emit(type: string, payload: object): Promise<void> {
    await portal.db.query(`insert into platform.outbox_events (id, type, version, payload) values ($1, $2, 1, $3)`, [
      randomUUID(),
      `install.${type}`,
      JSON.stringify(payload),
    ]);
  }

  /** Many installs in the running month: odd prices, four currencies, changes, ends, free and first-party ones. */
  async function manyInstalls(): Promise<number> {
    const { month } = await one<{ month: string }>(`select to_char(platform.portal_now(), 'YYYY-MM') as month`);
    const {
      tenant_id: tenant,
      venture_id: venture,
      drive_id: drive,
      org_id: paid,
    } = await one<{
      tenant_id: string;
      venture_id: string;
      drive_id: string;
      org_id: string;
    }>('select tenant_id, venture_id, drive_id, org_id from billing.install_segments order by started_at limit 1');
    const orgs = [randomUUID(), randomUUID(), null];
    const at = (day: number, n: number): string =>
      new Date(
        `${month}-${String(day).padStart(2, '0')}T07:11:${String(n % 60).padStart(2, '0')}.${100 + n}Z`,
      ).toISOString();
    for (let n = 0; n < 60; n += 1) {
      const orgId = n % 5 === 0 ? paid : orgs[n % 3]!;
      const currency = n % 5 === 0 ? 'usd' : ['usd', 'eur', 'jpy', 'kwd'][n % 4]!;
      const price = (amount: number): object =>
        amount === 0
          ? { price_id: null, amount_minor: '0', currency }
          : { price_id: randomUUID(), amount_minor: String(amount), currency };
      const install_id = randomUUID();
      await emit('activated', {
        install_id,
        tenant_id: tenant,
        venture_id: venture,
        drive_id: n % 5 === 0 ? drive : randomUUID(),
        org_id: orgId,
        ...price(n % 7 === 6 ? 0 : 1_000 + n * 137),
        activated_at: at(1 + (n % 20), n),
      });
      if (n % 4 === 1)
        await emit('upgraded', { install_id, revision_id: randomUUID(), ...price(3_333 + n), upgraded_at: at(23, n) });
      if (n % 6 === 2) await emit('ended', { install_id, ended_at: at(26, n) });
    }
    await eventually(
      'all of them have begun',
      () =>
        one<{ waiting: string }>(
          `select (select count(*) from platform.outbox_events where relayed_at is null)
             + (select count(*) from platform.deliveries where state <> 'done') as waiting`,
        ),
      ({ waiting }) => waiting === '0',
    );
    return 60;
  }

  it('completes every step on new data, and again on the same data', () => {
    for (const story of [portal.story, again]) {
      expect([story.verdict, story.printed]).toEqual([
        { story: 'passed', steps: STEPS, ms: expect.any(Number) as number },
        story.printed,
      ]);
      expect(story.exitCode).toBe(0);
      expect(story.lines).toHaveLength(STEPS + 1);
    }
  });

  it('sends nothing to the payment provider that its declarations would refuse, and moves no money without our key', () => {
    // The emulator's control plane and hosted page, which is opened by a browser.
    const requests = proxy.requests.filter((one) => !/^\/(_sandbox|setup)\//.test(one.url));
    expect(requests.flatMap(objectionsTo)).toEqual([]);
    const money = requests.filter(movesMoney);
    const made = (path: string) => money.filter((one) => one.url === path).length;
    expect(made('/v1/payment_intents')).toBeGreaterThan(0);
    expect(made('/v1/transfers')).toBeGreaterThan(0);
    expect(new Set(money.map((one) => one.headers['idempotency-key'])).size).toBe(money.length);
    expect(requests.filter((one) => one.status >= 400).map((one) => [one.url, one.status])).toEqual([]);
    expect(requests.every((one) => one.headers['stripe-version'] !== undefined)).toBe(true);
  });

  it('leaves books that agree with those of the provider, to the cent', async () => {
    const preparer = await Person.demo(portal.url, 'finance-preparer');
    await preparer.must('POST', BOOKS, {});
    const books = await eventually(
      'the comparison',
      () => preparer.must<Books>('GET', BOOKS),
      ({ running }) => !running,
    );
    expect(books).toMatchObject({ failure: null, holds: true, blocking: 0 });
    const balance = books.equalities.find((one) => one.name === 'balance');
    expect(BigInt(balance?.left_minor ?? '0')).not.toBe(0n);
    expect(balance?.left_minor).toBe(balance?.right_minor);
  });

  it('bills, splits and pays in every currency with sums that agree', async () => {
    const { first, last } = await one<{ first: string; last: string }>(
      `select to_char(min(month), 'YYYY-MM') as first, to_char(max(month) filter (where state = 'closed'), 'YYYY-MM') as last from billing.periods`,
    );
    const real = await observe(portal.db, (name) => name, [first, last]);
    expect(real.lines.length).toBeGreaterThan(emitted / 2);
    expect(new Set(real.lines.map((line) => line.currency))).toEqual(new Set(['usd', 'eur', 'jpy', 'kwd']));
    expect(
      real.runs.flatMap((run) => run.payouts).filter((payout) => payout.state === 'settled').length,
    ).toBeGreaterThan(1);
    expect(checkResult(real).filter(({ ok }) => !ok)).toEqual([]);
  });
});
