import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { checkResult } from '../../libs/simulator/src/program/checks.js';
import { observe } from '../../libs/simulator/src/program/observe/observe.js';
import type { SimulationResult } from '../../libs/simulator/src/program/result.js';
import { comparable } from '../support/comparable.js';
import { eventually } from '../support/test-timeout.js';
import { playStory } from '../support/story.js';
import { TestPortal } from '../support/test-portal.js';

interface Answered<T> {
  ok: boolean;
  data: T;
  error?: string;
}

describe('a real month and its simulation', () => {
  let portal: TestPortal;
  let owner: Client;
  let session = '';

  beforeAll(async () => {
    portal = await TestPortal.start({ story: true });
    owner = portal.db;
  });
  afterAll(() => portal?.close());

  const call = async <T>(method: string, path: string, body?: string): Promise<T> => {
    const response = await fetch(`${portal.url}/api/v1${path}`, {
      method,
      headers: { cookie: session, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body }),
    });
    const answer = (await response.json()) as Answered<T>;
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    const cookie = response.headers.getSetCookie()[0];
    if (path === '/demo/sign-in' && cookie) session = cookie.split(';')[0]!;
    return answer.data;
  };
  const one = async <T>(sql: string, params: unknown[] = []): Promise<T> =>
    ((await owner.query(sql, params)).rows as T[])[0]!;

  /** Tells the billing of the running product about installs, as the installs feature does. */
  async function tell(type: string, payload: object): Promise<void> {
    await owner.query(`insert into platform.outbox_events (id, type, version, payload) values ($1, $2, 1, $3)`, [
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
      await tell('activated', {
        install_id,
        tenant_id: tenant,
        venture_id: venture,
        drive_id: n % 5 === 0 ? drive : randomUUID(),
        org_id: orgId,
        ...price(n % 7 === 6 ? 0 : 1_000 + n * 137),
        activated_at: at(1 + (n % 20), n),
      });
      if (n % 4 === 1)
        await tell('upgraded', { install_id, revision_id: randomUUID(), ...price(3_333 + n), upgraded_at: at(23, n) });
      if (n % 6 === 2) await tell('ended', { install_id, ended_at: at(26, n) });
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

  it('agree byte for byte: lines, shares, invoices, postings, balances and payouts', async () => {
    const told = await manyInstalls();
    expect((await playStory(portal.url)).verdict).toMatchObject({ story: 'passed' });
    await call('POST', '/demo/sign-in', JSON.stringify({ person: 'finance-preparer' }));

    const { first, last } = await one<{ first: string; last: string }>(
      `select to_char(min(month), 'YYYY-MM') as first, to_char(max(month) filter (where state = 'closed'), 'YYYY-MM') as last from billing.periods`,
    );
    const { scenario } = await call<{ scenario: object }>(
      'GET',
      `/finance/simulations/scenario?from=${first}&to=${last}`,
    );
    const { id } = await call<{ id: string }>('POST', '/finance/simulations', JSON.stringify(scenario));
    type Simulation = { state: string; failure: string | null; result: SimulationResult | null };
    const simulation = await eventually(
      'the simulation',
      () => call<Simulation>('GET', `/finance/simulations/${id}`),
      ({ state }) => state !== 'waiting' && state !== 'running',
    );
    expect([simulation.state, simulation.failure]).toEqual(['done', null]);

    const real = await observe(owner, (name) => name, { first, last });
    expect(real.lines.length).toBeGreaterThan(told / 2);
    expect(new Set(real.lines.map((line) => line.currency))).toEqual(new Set(['usd', 'eur', 'jpy', 'kwd']));
    expect(
      real.runs.flatMap((run) => run.payouts).filter((payout) => payout.state === 'settled').length,
    ).toBeGreaterThan(1);
    expect(checkResult(real).filter(({ ok }) => !ok)).toEqual([]);
    const { result } = simulation;
    expect(result!.refused).toEqual([]);
    expect(comparable(result!)).toBe(comparable(real));
  });
});
