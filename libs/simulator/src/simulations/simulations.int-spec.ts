import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Actor } from '@portal/platform/access';
import { Database } from '@portal/platform/database';
import { AuthorsModule } from '@portal/authors';
import { BillingModule } from '@portal/billing';
import { IdentityModule } from '@portal/identity';
import { InstallsModule } from '@portal/installs';
import { PayoutsModule } from '@portal/payouts';
import { PRODUCTION } from '../../../../test/support/config.js';
import { TestApp, type Answer } from '../../../../test/support/http/http-app.js';
import { ForgetSimulations } from './forget-simulations.js';
import { PlaySimulation } from './play-simulation.js';
import { RequestSimulation } from './request-simulation.js';
import { SimulatorModule, SimulatorWorkerModule } from './simulations.module.js';
import { SimulatorProcess } from './simulator-process.js';

const SCENARIO = {
  scenario: 1,
  title: 'One install',
  authors: { alice: {} },
  drives: { notes: { author: 'alice' } },
  tenants: { acme: {} },
  events: [{ at: '2026-01-11', type: 'install', install: 'i1', drive: 'notes', tenant: 'acme', price: 3100 }],
};

interface Simulation {
  id: string;
  state: string;
  failure: string | null;
  result: { lines: object[] } | null;
  problems: object[];
}

describe('simulations by API', () => {
  let app: TestApp;
  let finance: string;
  let author: string;

  beforeAll(async () => {
    app = await TestApp.start([
      IdentityModule,
      AuthorsModule,
      InstallsModule,
      BillingModule,
      PayoutsModule,
      SimulatorModule,
      SimulatorWorkerModule,
    ]);
    app.get(SimulatorProcess).main = path.resolve('dist/libs/simulator/src/program/main.js');
    finance = await app.demo('finance-preparer');
    author = await anAuthor(app, 'sim1@example.org');
  });
  afterAll(() => app.close());

  async function anAuthor(at: TestApp, email: string): Promise<string> {
    const session = await at.signUp(email, 'An Author');
    const body = {
      founder_name: 'An Author',
      company_name: email.split('@')[0]!,
      country: 'US',
      website: 'https://example.com',
      drive_name: 'A Drive',
      drive_slug: email.split('@')[0],
    };
    const answer = await at.call({ method: 'POST', url: '/api/v1/applications', body, as: session });
    expect(answer.status).toBe(201);
    return session;
  }
  const post = <T>(as: string, url: string, body: object): Promise<Answer<T>> =>
    app.call<T>({ method: 'POST', url: `/api/v1${url}`, body, as });
  const get = <T>(as: string, url: string): Promise<Answer<T>> =>
    app.call<T>({ method: 'GET', url: `/api/v1${url}`, as });
  const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => app.get(Database).query<T>(sql, params);
  const start = async (as: string, who: string, scenario: object = SCENARIO): Promise<string> => {
    const answer = await post<{ id: string }>(as, `/${who}/simulations`, scenario);
    expect([answer.status, answer.error]).toEqual([202, undefined]);
    return answer.data.id;
  };
  const end = (id: string) =>
    query(
      `update simulator.simulations set state = 'failed', failure = 'ended by a test', ended_at = now() where id = $1`,
      [id],
    );

  it('plays a scenario in a process of its own and keeps the result', async () => {
    const id = await start(finance, 'finance');
    await app.get(PlaySimulation).execute(id);
    const { data } = await get<Simulation>(finance, `/finance/simulations/${id}`);
    expect(data).toMatchObject({
      state: 'done',
      title: 'One install',
      scenario: SCENARIO,
      result: { lines: [{ gross: '2100', author_share: '1470', platform_share: '630' }] },
    });
  });

  it('reports everything that is wrong at once, with its place, and plays nothing', async () => {
    const answer = await post(finance, '/finance/simulations', {
      ...SCENARIO,
      surprise: 1,
      policies: { proration_unit: 'hours' },
      events: [{ ...SCENARIO.events[0], price: -1, tenant: 'nobody' }],
    });
    expect([answer.status, answer.error]).toEqual([422, 'scenario_invalid']);
    const { details } = JSON.parse(answer.body) as { details: { pointer: string }[] };
    expect(details.map(({ pointer }) => pointer).sort()).toEqual([
      '/events/0/price',
      '/events/0/tenant',
      '/policies/proration_unit',
      '/surprise',
    ]);
  });

  it('accepts scenarios that are larger than other bodies, and refuses what would be too much to play', async () => {
    const [event] = SCENARIO.events;
    const note = 'x'.repeat(500);
    const many = (events: number) => ({
      ...SCENARIO,
      events: Array.from({ length: events }, (_, i) => ({ ...event, install: `i${i}`, note })),
    });
    const large = many(1_000);
    expect(JSON.stringify(large).length).toBeGreaterThan(512 * 1024);
    await end(await start(finance, 'finance', large));
    expect((await post(finance, '/finance/simulations', many(5_001))).error).toBe('scenario_too_large');
    expect((await post(finance, '/finance/simulations', { ...SCENARIO, until: '2036-01' })).error).toBe(
      'scenario_too_large',
    );
    const beyond = await post(finance, '/finance/simulations', many(8_000));
    expect([beyond.status, beyond.error]).toEqual([413, 'payload_too_large']);
    const elsewhere = await post(author, '/applications', { founder_name: 'x'.repeat(300 * 1024) });
    expect([elsewhere.status, elsewhere.error]).toEqual([413, 'payload_too_large']);
  });

  it('runs one at a time for each person', async () => {
    const id = await start(finance, 'finance');
    expect((await post(finance, '/finance/simulations', SCENARIO)).error).toBe('simulation_running');
    await end(id);
    await end(await start(finance, 'finance'));
  });

  it('shows an author their own simulations and nobody else’s', async () => {
    const mine = await start(author, 'author');
    const other = await anAuthor(app, 'sim2@example.org');
    const finances = await start(finance, 'finance');
    expect((await get<Simulation>(author, `/author/simulations/${mine}`)).data.id).toBe(mine);
    for (const [as, url] of [
      [other, `/author/simulations/${mine}`],
      [finance, `/finance/simulations/${mine}`],
      [author, `/author/simulations/${finances}`],
    ] as const)
      expect([url, (await get(as, url)).error]).toEqual([url, 'simulation_not_found']);
    expect((await get(author, '/finance/simulations')).status).toBe(403);
    expect((await get<{ items: object[] }>(other, '/author/simulations')).data.items).toEqual([]);
    await Promise.all([end(mine), end(finances)]);
  });

  it('refuses when no server is named for it', async () => {
    const elsewhere = await app.anotherInstance(PRODUCTION);
    try {
      const actor: Actor = { kind: 'user', userId: randomUUID(), name: 'Fina Nance', roles: [] };
      const asking = elsewhere.get(RequestSimulation).execute(actor, null, JSON.stringify(SCENARIO));
      await expect(asking).rejects.toMatchObject({ code: 'simulator_not_configured', status: 503 });
    } finally {
      await elsewhere.app.close();
    }
  });

  it('restarts what a lost process left, and leaves alone what another one plays', async () => {
    const id = await start(finance, 'finance');
    await query(`update simulator.simulations set state = 'running', touched_at = clock_timestamp() where id = $1`, [
      id,
    ]);
    await app.get(PlaySimulation).execute(id);
    expect((await get<Simulation>(finance, `/finance/simulations/${id}`)).data.state).toBe('running');
    await query(`update simulator.simulations set touched_at = clock_timestamp() - interval '1 minute' where id = $1`, [
      id,
    ]);
    await app.get(PlaySimulation).execute(id);
    expect((await get<Simulation>(finance, `/finance/simulations/${id}`)).data.state).toBe('done');
  });

  it('waits while the maximum number runs', async () => {
    const [one, two] = [await start(finance, 'finance'), await start(author, 'author')];
    const third = await start(await app.demo('finance-approver'), 'finance');
    await query(
      `update simulator.simulations set state = 'running', touched_at = clock_timestamp() where id in ($1, $2)`,
      [one, two],
    );
    await expect(app.get(PlaySimulation).execute(third)).rejects.toThrow('other simulations are running');
    for (const id of [one, two, third]) await end(id);
  });

  it('explains in words when the process fails', async () => {
    const simulator = app.get(SimulatorProcess);
    const { main } = simulator;
    simulator.main = path.resolve('dist/libs/simulator/src/program/no-such-file.js');
    try {
      const id = await start(finance, 'finance');
      await app.get(PlaySimulation).execute(id);
      const { data } = await get<Simulation>(finance, `/finance/simulations/${id}`);
      expect(data).toMatchObject({ state: 'failed', failure: expect.any(String) as string, result: null });
    } finally {
      simulator.main = main;
    }
  });

  it('deletes them after a week', async () => {
    const id = await start(finance, 'finance');
    await query(`update simulator.simulations set requested_at = requested_at - interval '8 days' where id = $1`, [id]);
    expect(await app.get(ForgetSimulations).execute()).toBe(1);
    expect((await get(finance, `/finance/simulations/${id}`)).error).toBe('simulation_not_found');
  });

  it('exports no more than a year, and only well-formed months', async () => {
    for (const range of ['from=2026-01&to=2027-01', 'from=2026-02&to=2026-01'])
      expect((await get(finance, `/finance/simulations/scenario?${range}`)).error).toBe('scenario_range_invalid');
    expect((await get(finance, '/finance/simulations/scenario?from=2026-1&to=2026-02')).status).toBe(400);
  });
});
