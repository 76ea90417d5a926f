import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { startLocalPg } from '../../scripts/lib/local-pg.mjs';
import { PROGRAM_PATH, describeWith } from '../support/needs.js';
import { BuiltProcess } from '../support/processes/built-process.js';
import { freePort, startProcess } from '../support/processes/processes.js';
import { TcpGate } from '../support/processes/tcp-gate.js';
import { until } from '../support/test-timeout.js';

const CLIENTS = 8;
/** Of each client, between two calls. */
const PACE_MS = 25;
const CALLS = 10_000;

/** Clients at a steady pace through the proxy: reads, and writes under an idempotency key of their own. */
class Load {
  answered = 0;
  readonly failed: string[] = [];
  readonly written: string[] = [];
  private over = false;
  private readonly done: Promise<unknown>;

  private constructor(
    private readonly origin: string,
    private readonly cookie: string,
  ) {
    this.done = Promise.all(Array.from({ length: CLIENTS }, (_, n) => this.call(n)));
  }

  /** By an admin of the host. */
  static async at(origin: string): Promise<Load> {
    const body = JSON.stringify({ person: 'admin' });
    const headers = { 'content-type': 'application/json' };
    const { headers: answered } = await fetch(`${origin}/api/v1/demo/sign-in`, { method: 'POST', headers, body });
    return new Load(origin, answered.getSetCookie()[0]!.split(';')[0]!);
  }

  async until(count: number): Promise<void> {
    await until(() => this.answered + this.failed.length >= count);
  }

  async stop(): Promise<void> {
    this.over = true;
    await this.done;
  }

  private async call(client: number): Promise<void> {
    for (let n = 0; !this.over; n += 1) {
      const tenant = `rolling-${client}-${n}`;
      const isWrite = n % 3 === 0;
      try {
        const status = isWrite
          ? await this.send('PUT', `/api/v1/host/external/tenants/${tenant}`, { name: tenant })
          : await this.send('GET', n % 3 === 1 ? '/api/public/catalogue' : '/api/v1/host/tenants?limit=5');
        if (status < 300) this.answered += 1;
        if (status < 300 && isWrite) this.written.push(tenant);
      } catch (error) {
        this.failed.push(String(error));
      }
      // A pace, and no wait for anything.
      // eslint-disable-next-line no-restricted-syntax
      await new Promise((resolve) => setTimeout(resolve, PACE_MS));
    }
  }

  private async send(method: string, route: string, body?: object): Promise<number> {
    const headers = { cookie: this.cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }), signal: AbortSignal.timeout(30_000) };
    const response = await fetch(`${this.origin}${route}`, init);
    const text = await response.text();
    if (response.status >= 300) this.failed.push(`${method} ${route} ${response.status} ${text}`);
    return response.status;
  }
}

/** The proxy of docs/deploy.md, in front of two apis, without a certificate. */
async function documentedProxy(directory: string, port: number, apis: readonly number[]) {
  const [, example = ''] = /```caddyfile\n([^]*?)```/.exec(
    readFileSync('docs/deploy.md', 'utf8').replaceAll('\n   ', '\n'),
  )!;
  const file = path.join(directory, 'Caddyfile');
  const site = example
    .replace('portal.example.com', `http://127.0.0.1:${port}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${apis[0]}`)
    .replace('127.0.0.1:3010', `127.0.0.1:${apis[1]}`);
  writeFileSync(file, `{\n  admin off\n}\n${site}`);
  const env = { PATH: PROGRAM_PATH.join(':'), HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory };
  const args = ['run', '--adapter', 'caddyfile', '--config', file];
  const caddy = startProcess('caddy', args, { env, stdio: 'ignore' });
  const gone = new Promise((resolve) => caddy.once('close', resolve));
  return async (): Promise<void> => {
    caddy.kill('SIGTERM');
    await gone;
  };
}

describeWith('redis', 'each part is restarted in turn under load, in the order of an upgrade', () => {
  describeWith('caddy', 'behind the proxy of docs/deploy.md', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'rolling-'));
    let server: Awaited<ReturnType<typeof startLocalPg>>;
    // A database of its own: other journeys may be using the server.
    const redisUrl = (): string => new URL('/3', process.env['TEST_REDIS_URL']).href;
    let redis: TcpGate;
    let stopProxy: () => Promise<void>;
    let settings: Record<string, string>;
    const apis: BuiltProcess[] = [];
    const workers: BuiltProcess[] = [];
    let ports: number[];
    const startApi = (n: number): Promise<BuiltProcess> =>
      new BuiltProcess('api', { ...settings, PORT: String(ports[n]) }).up();
    const startWorker = (): Promise<BuiltProcess> => new BuiltProcess('worker', settings).up();
    const migrate = (): Promise<unknown> =>
      new BuiltProcess('migrate', { DATABASE_URL: server.url, PUBLIC_URL: settings['PUBLIC_URL']! }).ended;

    beforeAll(async () => {
      server = await startLocalPg({ dataDir: path.join(directory, 'postgres'), throwaway: true });
      redis = await TcpGate.before(redisUrl());
      await redis.open();
      ports = [await freePort(), await freePort(), await freePort()];
      settings = {
        DATABASE_URL: server.url,
        REDIS_URL: redis.through(redisUrl()),
        PUBLIC_URL: `http://127.0.0.1:${ports[2]}`,
        TRUSTED_PROXIES: '127.0.0.1',
        BODIES_PER_SECOND: '100000',
        READ_SHARE_PERCENT: '10000',
        SMTP_URL: 'smtp://127.0.0.1:1',
        LOG_LEVEL: 'fatal',
        DEMO: '1',
      };
      expect(await migrate()).toBe(0);
      apis.push(...(await Promise.all([startApi(0), startApi(1)])));
      workers.push(...(await Promise.all([startWorker(), startWorker()])));
      stopProxy = await documentedProxy(directory, ports[2]!, ports);
      await until(() =>
        fetch(`${settings['PUBLIC_URL']}/api/health/ready`).then(
          ({ status }) => status === 200,
          () => false,
        ),
      );
    });
    afterAll(async () => {
      await stopProxy?.();
      await Promise.all([...apis, ...workers].map((one) => one.stop()));
      await redis?.shut();
      await server?.stop();
      rmSync(directory, { recursive: true, force: true });
    });

    it('no call of 10,000 fails, and each write was made once', async () => {
      const load = await Load.at(settings['PUBLIC_URL']!);
      const between = CALLS / 10;
      let reached = 0;
      /** By step: failed calls, and how long it took, ms. */
      const seen: Record<string, [failed: number, ms: number]> = {};
      const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
        const [before, begun] = [load.failed.length, Date.now()];
        await work();
        const took = Date.now() - begun;
        await load.until((reached = Math.max(reached, load.answered) + between));
        seen[name] = [load.failed.length - before, took];
      };
      await step('migrate', async () => expect(await migrate()).toBe(0));
      for (const n of [0, 1])
        await step(`worker ${n + 1}`, async () => {
          expect(await workers[n]!.stop()).toBe(0);
          workers[n] = await startWorker();
        });
      for (const n of [0, 1])
        await step(`api ${n + 1}`, async () => {
          expect(await apis[n]!.stop()).toBe(0);
          apis[n] = await startApi(n);
        });
      await step('Redis', async () => {
        await redis.shut();
        const emptied = new Redis(redisUrl());
        await emptied.flushdb();
        emptied.disconnect();
        await load.until(load.answered + 100);
        await redis.open();
      });
      await step('PostgreSQL', async () => {
        await server.stop();
        server = await startLocalPg({ dataDir: server.dataDir, throwaway: true, port: server.port });
      });
      await load.until(CALLS);
      await load.stop();
      console.log(`${load.answered} calls were answered; failed calls and ms by step: ${JSON.stringify(seen)}`);
      expect([load.failed, seen]).toEqual([[], seen]);
      const client = new Client({ connectionString: server.url });
      await client.connect();
      const { rows } = await client.query<{ id: string }>(
        `select external_id as id from installs.tenants where external_id like 'rolling-%'`,
      );
      await client.end();
      expect(rows.map(({ id }) => id).sort()).toEqual(load.written.sort());
    });
  });
});
