import type { Logger } from 'pino';
import { testConfig } from '../../../../../test/support/config.js';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database/database.js';
import { describeWith } from '../../../../../test/support/needs.js';
import { createDataSource } from '../../database/connection/data-source.js';
import { Database } from '../../database/database.js';
import { RateLimits, type RateLimit } from './rate-limits.js';

const limit = (name: string, points = 3): RateLimit => ({ name, points, seconds: 60 });
const said: string[] = [];
const log = { warn: (_what: object, text: string) => said.push(text) } as unknown as Logger;
const opened: RateLimits[] = [];
function counting(database: Database, environment: NodeJS.ProcessEnv = {}): RateLimits {
  const limits = new RateLimits(testConfig('postgres://nobody@127.0.0.1:1/none', environment), database, log);
  opened.push(limits);
  return limits;
}
afterAll(() => Promise.all(opened.map((limits) => limits.onApplicationShutdown())));
beforeEach(() => said.splice(0));

/** How many of simultaneous requests, spread over processes, are within the limit. */
async function taken(processes: RateLimits[], rule: RateLimit, key: string, requests: number): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: requests }, (_, i) => processes[i % processes.length]!.take(rule, key)),
  );
  return answers.filter((waitMs) => waitMs === null).length;
}
const away = { query: () => Promise.reject(new Error('the store is away')) } as unknown as Database;

describe('limits in PostgreSQL', () => {
  let test: TestDatabase;
  let source: ReturnType<typeof createDataSource>;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    source = createDataSource({ url: test.url, pool: 4, waitMs: 60_000, applicationName: 'test', role: 'portal_app' });
    database = new Database(await source.initialize());
  });
  afterAll(async () => {
    await source.destroy();
    await test.drop();
  });

  it('are counted together by all processes, exactly, however many requests are concurrent', async () => {
    const processes = [counting(database), counting(database), counting(database)];
    expect(await taken(processes, limit('together', 20), 'a', 60)).toBe(20);
    const waitMs = await processes[1]!.take(limit('together', 20), 'a');
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(60_000);
    expect(await processes[2]!.take(limit('together', 20), 'b')).toBeNull();
    expect(await processes[2]!.take(limit('other', 20), 'a')).toBeNull();
    expect(said).toEqual([]);
  });

  it('begin again when their time is over', async () => {
    const [one] = [counting(database)];
    expect(await taken([one], limit('fresh'), 'a', 5)).toBe(3);
    await database.query('update platform.rate_limits set expire = 1');
    // Another process, because the first one remembers its refusal.
    expect(await taken([counting(database)], limit('fresh'), 'a', 5)).toBe(3);
  });

  it('do not store whom they count', async () => {
    await counting(database).take(limit('private'), '203.0.113.77');
    const rows = await database.query<{ key: string }>(
      `select key from platform.rate_limits where key like 'private%'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.key).not.toContain('203');
  });
});

it('each process counts by itself while the store is unavailable, and reports it once', async () => {
  const processes = [counting(away), counting(away)];
  expect(await taken(processes, limit('away'), 'a', 20)).toBe(6);
  expect(said).toEqual(Array(2).fill('the shared rate limits are unavailable: this process counts by itself'));
});

it('a Redis that does not answer is an unavailable store', async () => {
  const one = counting(away, { REDIS_URL: 'redis://127.0.0.1:1' });
  expect(await taken([one], limit('no redis'), 'a', 5)).toBe(3);
  expect(said).toHaveLength(1);
});

describeWith('redis', 'limits in Redis', () => {
  it('processes with a Redis count together, and PostgreSQL is not asked', async () => {
    const environment = { REDIS_URL: process.env['TEST_REDIS_URL'] };
    const processes = [counting(away, environment), counting(away, environment)];
    const key = `${process.pid} ${performance.now()}`;
    expect(await taken(processes, limit('in redis', 10), key, 40)).toBe(10);
    expect(said).toEqual([]);
  });
});
