import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startLocalPg } from '../../scripts/lib/local-pg.mjs';
import { examples } from '../support/examples.js';
import { BuiltProcess } from '../support/processes/built-process.js';
import { freePort } from '../support/processes/processes.js';
import { eventually, until } from '../support/test-timeout.js';

const CALLERS = 6;

/** Answers of an api under load: every one that is not as it must be while PostgreSQL comes and goes. */
class Load {
  readonly bad: string[] = [];
  served = 0;
  private over = false;
  private readonly callers: Promise<unknown>;

  constructor(private readonly origin: string) {
    this.callers = Promise.all(Array.from({ length: CALLERS }, (_, n) => this.call(n)));
  }

  async stop(): Promise<void> {
    this.over = true;
    await this.callers;
  }

  private async call(caller: number): Promise<void> {
    for (let turn = 0; !this.over; turn += 1) {
      const email = `caller${caller}.${turn}@example.com`;
      const signUp = { email, password: 'four words nobody guesses', name: 'New' };
      // From an address of its own each time: how often one may sign up is not asked here.
      const headers = {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${caller}.${turn >> 8}.${turn & 255}`,
      };
      const init = turn % 2 === 0 ? {} : { method: 'POST', headers, body: JSON.stringify(signUp) };
      const route = turn % 2 === 0 ? '/api/public/catalogue' : '/api/v1/auth/sign-up';
      const response = await fetch(`${this.origin}${route}`, init);
      const text = await response.text();
      const away = response.status === 503 && response.headers.has('retry-after');
      if (response.status < 400) this.served += 1;
      else if (!away) this.bad.push(`${route} ${response.status} ${text}`);
    }
  }
}

describe('a PostgreSQL that is restarted while the product works', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'restarted-pg-'));
  let server: Awaited<ReturnType<typeof startLocalPg>>;
  let settings: Record<string, string>;
  let api: BuiltProcess;
  const workers: BuiltProcess[] = [];

  const asOwner = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  /** Ends every other connection, as the server does when it is stopped. Returns how many of a process at work there were. */
  const endAll = (): Promise<number> =>
    asOwner(async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select application_name as name, pg_terminate_backend(pid) from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      return rows.filter(({ name }) => name.startsWith('drive-portal')).length;
    });

  beforeAll(async () => {
    server = await startLocalPg({ dataDir, throwaway: true });
    const port = String(await freePort());
    settings = {
      DATABASE_URL: server.url,
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_POOL: '6',
      TRUSTED_PROXIES: '127.0.0.1',
      BODIES_PER_SECOND: '100000',
      READ_SHARE_PERCENT: '10000',
      DRAIN_SECONDS: '0',
      SMTP_URL: 'smtp://127.0.0.1:1',
      LOG_LEVEL: 'fatal',
    };
    expect(await new BuiltProcess('migrate', { DATABASE_URL: server.url }).ended).toBe(0);
    for (let n = 0; n < 2; n += 1) workers.push(new BuiltProcess('worker', settings));
    api = new BuiltProcess('api', settings);
    await Promise.all([api, ...workers].map((one) => one.up()));
  });
  afterAll(async () => {
    await Promise.all([api, ...workers].map((one) => one?.stop()));
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('ends no process, and requests are answered 503 with Retry-After at worst', async () => {
    const load = new Load(settings['PUBLIC_URL']!);
    const more = (n: number): Promise<void> => {
      const enough = load.served + n;
      return until(() => load.served >= enough || load.bad.length > 0);
    };
    const ended: unknown[] = [];
    for (const one of [api, ...workers]) void one.ended.then((how) => ended.push(how, one.printed));
    for (let round = 0; round < examples(20); round += 1) {
      await more(10);
      await endAll();
    }
    for (let round = 0; round < 2; round += 1) {
      await more(20);
      await server.stop();
      server = await startLocalPg({ dataDir, throwaway: true, port: server.port });
    }
    await more(20);
    await load.stop();
    expect([load.bad, ended]).toEqual([[], []]);
  });

  it('is waited for by a process that is starting, and does its work afterwards', async () => {
    for (const one of workers.splice(0)) expect(await one.stop()).toBe(0);
    await api.stop();
    workers.push(new BuiltProcess('worker', settings), new BuiltProcess('worker', settings));
    // Each connection lives for a moment only: one after the other is lost at some step of the start.
    let lost = 0;
    await until(
      async () => (lost += await endAll()) > 20 || workers.some((one) => one.printed.includes('"worker":"up"')),
    );
    await server.stop();
    server = await startLocalPg({ dataDir, throwaway: true, port: server.port });
    await Promise.all(workers.map((one) => one.up()));
    const open = (): Promise<number> =>
      asOwner(async (client) => {
        const { rows } = await client.query<{ n: number }>(
          `select count(*)::int as n from platform.deliveries where state = 'pending' and attempts = 0`,
        );
        return rows[0]!.n;
      });
    expect(await eventually('the work', open, (n) => n === 0)).toBe(0);
  });
});
