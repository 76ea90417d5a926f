import { createServer } from 'node:http';
import { Client } from 'pg';
import { BuiltProcess } from '../support/processes/built-process.js';
import { asLogin, createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { examples } from '../support/examples.js';
import { FailingOver } from '../support/processes/failing-over.js';
import { describeWith } from '../support/needs.js';
import { freePort, listen } from '../support/processes/processes.js';
import { TcpGate } from '../support/processes/tcp-gate.js';
import { eventually, until } from '../support/test-timeout.js';

interface Reply {
  status: number;
  connection: string | null;
  body: { ok: boolean; data?: Record<string, unknown>; error?: string; details?: object[] };
}

/** `refused` without a listener. */
async function ask(url: string, init: RequestInit = {}): Promise<Reply | 'refused'> {
  try {
    const response = await fetch(url, init);
    const body = (await response.json()) as Reply['body'];
    return { status: response.status, connection: response.headers.get('connection'), body };
  } catch {
    return 'refused';
  }
}

const ready = (checks: object, status = 'ok'): object => ({
  status: 200,
  body: { ok: true, data: { status, checks } },
});

describeWith('redis', 'processes that depend on PostgreSQL and Redis', () => {
  let database: TestDatabase;
  let postgres: TcpGate;
  let redis: TcpGate;
  let ports: number[];
  let settings: Record<string, string>;
  let worker: BuiltProcess;
  const apis: BuiltProcess[] = [];
  const api = (index: number): BuiltProcess => new BuiltProcess('api', { ...settings, PORT: String(ports[index]) });
  const at = (index: number, path: string): string => `http://127.0.0.1:${ports[index]}${path}`;

  beforeAll(async () => {
    database = await createTestDatabase();
    ports = [await freePort(), await freePort()];
    const redisUrl = new URL('/2', process.env['TEST_REDIS_URL']).href;
    [postgres, redis] = [await TcpGate.before(database.url), await TcpGate.before(redisUrl)];
    settings = {
      DATABASE_URL: postgres.through(asLogin(database.url)),
      REDIS_URL: redis.through(redisUrl),
      DATABASE_WAIT_SECONDS: '60',
      BODIES_PER_SECOND: '100000',
      DRAIN_SECONDS: '1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      VALIDATOR_THREADS: '1',
    };
  });
  afterAll(async () => {
    await Promise.all([...apis, worker].map((one) => one?.stop()));
    await Promise.all([postgres, redis].map((gate) => gate?.shut()));
    await database?.drop();
  });

  it('PostgreSQL and Redis that are not up yet are waited for; the api says why it serves nothing', async () => {
    apis.push(api(0));
    worker = new BuiltProcess('worker', settings);
    const migrate = new BuiltProcess('migrate', { DATABASE_URL: postgres.through(database.url) });
    expect(
      await eventually(
        'alive',
        () => ask(at(0, '/api/health/live')),
        (one) => one !== 'refused',
      ),
    ).toMatchObject({
      status: 200,
      body: { ok: true, data: { status: 'ok' } },
    });
    expect(await ask(at(0, '/api/health/ready'))).toMatchObject({
      status: 503,
      body: {
        ok: false,
        error: 'unavailable',
        details: [{ pointer: '/database', message: expect.stringMatching(/ECONNREFUSED$/) as string }],
      },
    });
    expect(await ask(at(0, '/api/public/catalogue'))).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    for (const one of [worker, migrate]) await until(() => one.printed.includes('PostgreSQL does not answer yet'));

    await postgres.open();
    await Promise.all([apis[0]!.up(), until(() => worker.printed.includes('Redis does not answer yet'))]);
    expect(await migrate.ended).toBe(0);
    // Requests need no Redis.
    expect(await ask(at(0, '/api/health/ready'))).toMatchObject(
      ready({ database: 'ok', migrations: 'ok', queue: 'unreachable' }, 'degraded'),
    );
    await redis.open();
    await worker.up();
    for (const one of [apis[0]!, worker, migrate]) expect(one.printed).not.toContain('    at ');
  });

  it('no readiness changes while Redis is unavailable, requests succeed, and their work is done when it is back', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    // There is no mail server here: its delivery is tried, and retried later.
    const tried = async (): Promise<number[]> => {
      const { rows } = await client.query<{ attempts: number }>('select attempts from platform.deliveries');
      return rows.map(({ attempts }) => attempts);
    };
    try {
      await redis.shut();
      const body = JSON.stringify({ email: 'new@example.com', password: 'four words nobody guesses', name: 'New' });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      // The second one makes a mail: somebody signs up with an address that is known.
      for (const _time of [1, 2])
        expect(await ask(at(0, '/api/v1/auth/sign-up'), init)).toMatchObject({ body: { ok: true } });
      for (let look = 0; look < 5; look += 1)
        expect(await ask(at(0, '/api/health/ready'))).toMatchObject(
          ready({ database: 'ok', queue: 'unreachable' }, 'degraded'),
        );
      expect(await eventually('the mail', tried, (all) => all.length > 0)).toEqual([0]);
      await redis.open();
      await eventually('the mail', tried, ([attempts]) => attempts! > 0);
      await eventually(
        'ready',
        () => ask(at(0, '/api/health/ready')),
        (one) => one !== 'refused' && one.body.data?.['status'] === 'ok',
      );
    } finally {
      await client.end();
    }
  });

  it('a rolling restart under load fails no request of a client that skips instances which refuse its connection', async () => {
    apis.push(await api(1).up());
    const load = new FailingOver(
      ports.map((port) => `http://127.0.0.1:${port}`),
      8,
    );
    const more = (n: number): Promise<void> => {
      const enough = load.answered + n;
      return until(() => load.answered > enough || load.failed.length > 0);
    };
    const [few, often] = [examples(100), Math.ceil(examples(1) / 4)];
    try {
      for (let round = 0; round < often; round += 1)
        for (const index of [0, 1]) {
          await more(few);
          expect([await apis[index]!.stop(), apis[index]!.printed]).toEqual([0, expect.any(String)]);
          if (round + 1 < often || index === 0) apis[index] = await api(index).up();
        }
      await more(0);
    } finally {
      await load.stop();
    }
    // The second one has not come back: its requests go to the first.
    expect([load.failed, load.answered]).toEqual([[], expect.any(Number)]);
  });

  it('a process that is stopping is not ready, serves until its drain is over, and ends within its bound', async () => {
    const url = at(0, '/api/health/ready');
    // A run of the validator that would not end by itself: its Drive never answers.
    const silent = createServer(() => undefined);
    const drive = encodeURIComponent(`http://127.0.0.1:${await listen(silent)}/manifest`);
    const run = await fetch(at(0, `/api/public/manifest-validate?wait=0&url=${drive}`));
    expect(run.status).toBe(202);
    const ended = apis[0]!.stop();
    await eventually(
      'not ready',
      () => ask(url),
      (one) => one !== 'refused' && one.status === 503,
    );
    expect(await ask(url)).toMatchObject({
      connection: 'close',
      body: { details: [{ pointer: '/process', code: 'stopping' }] },
    });
    expect(await ask(at(0, '/api/public/catalogue'))).toMatchObject({ status: 200, connection: 'close' });
    expect(await ended).toBe(0);
    silent.closeAllConnections();
    silent.close();
    expect(await worker.stop()).toBe(0);
  });
});
