import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import readline from 'node:readline';
import { Client } from 'pg';

const MAIN = path.resolve('dist/apps/simulator/src/main.js');
const server = (): string => {
  const url = new URL(process.env['TEST_DATABASE_URL']!);
  url.pathname = '/postgres';
  return url.href;
};
const SCENARIO = {
  scenario: 1,
  authors: { alice: {} },
  drives: { notes: { author: 'alice' } },
  tenants: { acme: {} },
  until: '2028-12',
  events: [{ at: '2026-01-01', type: 'install', install: 'i1', drive: 'notes', tenant: 'acme', price: 4900 }],
};

describe('the simulator as a program', () => {
  let client: Client;
  beforeAll(async () => {
    client = new Client({ connectionString: server() });
    await client.connect();
  });
  afterAll(() => client.end());

  /** Started under a name of its own, by which its database is found: others may simulate on this server too. */
  function start(scenario: object, name: string): ChildProcess {
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'] ?? '', SIMULATOR_DATABASE_URL: server(), PGAPPNAME: name },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin!.end(JSON.stringify(scenario));
    return child;
  }
  const told = (child: ChildProcess): readline.Interface => readline.createInterface({ input: child.stdout! });
  const databaseOf = async (name: string): Promise<string> => {
    const { rows } = await client.query(
      `select distinct datname from pg_stat_activity where application_name = $1 and datname ~ '^portal_simulation_[0-9]{13}_'`,
      [name],
    );
    expect(rows).toHaveLength(1);
    return (rows as { datname: string }[])[0]!.datname;
  };
  const exists = async (...names: string[]): Promise<string[]> => {
    const { rows } = await client.query('select datname from pg_database where datname = any($1)', [names]);
    return (rows as { datname: string }[]).map(({ datname }) => datname);
  };
  const ended = async (child: ChildProcess): Promise<unknown> => (await once(child, 'close'))[0];

  it('ends with 2 for a scenario that is not valid, and tells every mistake', async () => {
    const child = start({ ...SCENARIO, surprise: 1, tenants: {} }, 'simulator_test_invalid');
    const lines: string[] = [];
    told(child).on('line', (line) => lines.push(line));
    expect(await ended(child)).toBe(2);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { problems: [{ pointer: '/surprise' }, { pointer: '/events/0/tenant' }] },
    ]);
  });

  it('ends with 0 when it was played, and drops its database', async () => {
    const child = start({ ...SCENARIO, until: '2026-06' }, 'simulator_test_played');
    const lines: string[] = [];
    const output = told(child).on('line', (line) => lines.push(line));
    await once(output, 'line');
    const database = await databaseOf('simulator_test_played');
    expect(await ended(child)).toBe(0);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({
      result: { lines: Array(6).fill({ gross: '4900' }) as object[] },
    });
    expect(await exists(database)).toEqual([]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    '%s in the middle ends it and drops its database',
    async (signal, code) => {
      const name = `simulator_test_${signal}`;
      const child = start(SCENARIO, name);
      await once(told(child), 'line');
      const database = await databaseOf(name);
      child.kill(signal);
      expect(await ended(child)).toBe(code);
      expect(await exists(database)).toEqual([]);
    },
    120_000,
  );

  it('sweeps what a killed one left behind once nobody uses it, and nothing that is fresh or in use', async () => {
    const named = (minutes: number): string => `portal_simulation_${Date.now() - minutes * 60_000}_0123abcd`;
    const [abandoned, fresh, used] = [named(6), named(1), named(30)];
    for (const name of [abandoned, fresh, used]) await client.query(`create database "${name}"`);
    const url = new URL(server());
    url.pathname = `/${used}`;
    const user = new Client({ connectionString: url.href });
    await user.connect();
    try {
      const child = start({ ...SCENARIO, until: '2026-01' }, 'simulator_test_sweeping');
      child.stdout!.resume();
      expect(await ended(child)).toBe(0);
      expect((await exists(abandoned, fresh, used)).sort()).toEqual([used, fresh]);
    } finally {
      await user.end();
      for (const name of [abandoned, fresh, used]) await client.query(`drop database if exists "${name}"`);
    }
  });
});
