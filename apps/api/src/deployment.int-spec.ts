import { randomBytes, randomUUID } from 'node:crypto';
import * as files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Clock } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { ClockOffset, Doctor, Readiness } from '@portal/platform/health';
import { testConfig } from '../../../test/support/config.js';
import { ModuleWorld } from '../../../test/support/database/module-world.js';
import type { DeploymentCheckView } from '../../../libs/platform/src/health/doctor.view.js';
import './api.module.js';

jest.mock('node:fs/promises', () => ({
  ...jest.requireActual<typeof files>('node:fs/promises'),
  __esModule: true,
}));

describe('a check of the deployment', () => {
  const world = ModuleWorld.forTests();
  const settings = (): NodeJS.ProcessEnv => ({
    PORTAL_MODE: 'sandbox',
    DATABASE_URL: world.url,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_this_test_only',
    KEYRING: `k1:${randomBytes(32).toString('base64')}`,
  });
  beforeAll(async () => {
    await world.module.init();
    await world.owner.query('delete from platform.job_schedules');
  });
  afterEach(() => jest.restoreAllMocks());

  async function find(
    title: string,
    overrides: NodeJS.ProcessEnv = {},
    env = settings(),
  ): Promise<DeploymentCheckView> {
    const [readiness, offset, clock] = [
      world.module.get(Readiness),
      world.module.get(ClockOffset),
      world.module.get(Clock),
    ];
    const config = testConfig(world.url, overrides);
    const findings = await new Doctor(config, world.module.get(Database), readiness, offset, clock).execute(env);
    return findings.find((one) => one.title.startsWith(title))!;
  }
  const passed = async (title: string) =>
    expect(await find(title)).toMatchObject({ state: 'passed', detail: null, advice: null });
  const failed = async (title: string, detail: string, ...more: [NodeJS.ProcessEnv?, NodeJS.ProcessEnv?]) =>
    expect(await find(title, ...more)).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining(detail) as string,
      advice: expect.stringMatching(/.../) as string,
    });

  it('names every setting that is wrong, and never its value', async () => {
    await passed('Settings');
    const env = { ...settings(), KEYRING: 'k1:short-and-secret', LOG_LEVEL: 'loud' };
    await failed('Settings', 'LOG_LEVEL', {}, env);
    await failed('Settings', 'KEYRING', {}, env);
    expect(JSON.stringify(await find('Settings', {}, env))).not.toContain('short-and-secret');
  });

  it('names versions that are too old, and a Redis that does not answer', async () => {
    await passed('Node and PostgreSQL');
    const { value } = Database.prototype;
    jest.spyOn(Database.prototype, 'value').mockImplementation(function (this: Database, sql: string, params = []) {
      return sql.includes('server_version') ? Promise.resolve('14.9 (Debian)') : value.call(this, sql, params);
    });
    await failed('Node and PostgreSQL', 'PostgreSQL: 14.9 (Debian) instead of 15');
    jest.restoreAllMocks();
    await failed('Redis', 'Redis: no answer instead of 7', { REDIS_URL: 'redis://127.0.0.1:1' });
  });

  it('names parts that are not ready', async () => {
    jest
      .spyOn(Readiness.prototype, 'check')
      .mockResolvedValue({ process: 'ok', database: 'ok', migrations: 'outdated', queue: 'unreachable', clock: 'ok' });
    await failed('Every part', 'migrations: outdated, queue: unreachable');
  });

  it('fails when the clock is off', async () => {
    await passed('The clock');
    jest.spyOn(ClockOffset.prototype, 'seconds').mockResolvedValue(-41.26);
    await failed('The clock', '-41.3 s ahead of the database');
  });

  it('fails without a worker', () => failed('Workers that run', 'it is 0'));

  it('fails when events wait for too long, deliveries have failed, or a schedule is late', async () => {
    const titles = ['Age of the oldest event', 'Deliveries that have failed', 'For how long a scheduled job'];
    for (const title of titles) await passed(title);
    const id = randomUUID();
    await world.owner.query(
      `insert into platform.outbox_events (id, type, version, payload, created_at) values ($1, 'spec.lay', 1, '{}', now() - interval '2 minutes')`,
      [id],
    );
    await world.owner.query(
      `insert into platform.deliveries (event_id, consumer, lane, state) values ($1, 'spec', 'money', 'failed')`,
      [id],
    );
    await world.owner.query(
      `insert into platform.job_schedules (job, what, every_ms, next_at) values ('spec.late', 'Late', 1000, platform.portal_now() - interval '1 hour')`,
    );
    for (const [at, detail] of ['it is 1', 'money is 1', 'spec.late is 36'].entries())
      await failed(titles[at]!, detail);
  });

  it('fails for claims of a worker that is gone, and for those that nobody has ended for an hour', async () => {
    const title = 'Deliveries and jobs of workers that do not run them';
    await passed(title);
    const ids = [randomUUID(), randomUUID()];
    await world.owner.query(
      `insert into platform.outbox_events (id, type, version, payload, relayed_at) select x, 'spec.lay', 1, '{}', now() from unnest($1::uuid[]) x`,
      [ids],
    );
    await world.owner.query(
      'insert into platform.workers (no, lease_until) values (900001, now() + interval $$1 hour$$)',
    );
    await world.owner.query('select pg_advisory_lock(1685222961, 900001)');
    await world.owner.query(
      `insert into platform.deliveries (event_id, consumer, lane, claimed_by, enqueued_at) values
       ($1, 'spec.gone', 'events', 900002, now()), ($2, 'spec.forgotten', 'events', 900001, now() - interval '2 hours'),
       ($1, 'spec.runs', 'events', 900001, now())`,
      ids,
    );
    await failed(title, 'it is 2');
  });

  it('fails when entries of a currency are not zero together', async () => {
    const title = 'Currencies in which all entries together are not zero';
    await passed(title);
    await world.owner.query('set session_replication_role = replica');
    const { rows } = await world.owner.query<{ id: string }>(
      `insert into ledger.ledger_account (code, currency) values ('bank', 'usd') returning id`,
    );
    await world.owner.query(
      `insert into ledger.ledger_entry (tx_id, seq, account_id, currency, amount) values (1, 1, $1, 'usd', 5)`,
      [rows[0]!.id],
    );
    await world.owner.query('set session_replication_role = origin');
    await failed(title, 'it is 1');
  });

  it('fails when less than a tenth of the disk is free, and says that the database’s own is not checked', async () => {
    const spy = jest.spyOn(files, 'statfs');
    spy.mockResolvedValue({ bavail: 50, blocks: 100, bsize: 4_096 } as never);
    await passed('A tenth');
    spy.mockResolvedValue({ bavail: 2 * 2 ** 20, blocks: 100 * 2 ** 20, bsize: 1_024 } as never);
    await failed('A tenth', '2.0 GiB free');
    expect(await find('The disk of the database')).toMatchObject({
      state: 'not_checked',
      detail: expect.stringMatching(/^the database has \d+ (kB|MB)/) as string,
    });
  });

  it('does not say that backups have passed when nobody says where they are, or their file tells nothing new', async () => {
    const title = 'Backups are recent';
    expect(await find(title)).toMatchObject({ state: 'not_checked', detail: 'BACKUP_STATUS_FILE is not set' });
    const file = path.join(await files.mkdtemp(path.join(tmpdir(), 'backups-')), 'backup-status.json');
    const env = { BACKUP_STATUS_FILE: file };
    await failed(title, 'ENOENT', env);
    const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
    const written = async (status: unknown) => files.writeFile(file, JSON.stringify(status));
    await written({});
    await failed(title, 'base backup', env);
    await written({ base: ago(27 * 60), wal: ago(1) });
    await failed(title, 'base backup', env);
    await written({ base: ago(60), wal: ago(20) });
    await failed(title, 'log was archived', env);
    await written({ base: ago(60), wal: ago(1) });
    expect(await find(title, env)).toMatchObject({ state: 'passed' });
  });
});
