import { Client } from 'pg';
import { pino } from 'pino';
import { DatabaseGate } from '../../../../test/support/database/database-gate.js';
import { OwnDatabase } from '../../../../test/support/database/database.js';
import { until } from '../../../../test/support/test-timeout.js';
import { createDataSource } from '../database/connection/data-source.js';
import { WorkerLiveness } from './worker-liveness.js';

describe('the liveness of a worker', () => {
  const database = OwnDatabase.forTests();
  let gate: DatabaseGate;
  let liveness: WorkerLiveness;
  let db: Client;

  beforeAll(async () => {
    db = database.owner;
    gate = await DatabaseGate.before(database.url);
    database.beforeClose(() => gate.close());
    liveness = new WorkerLiveness(gate.url, 30_000, () => undefined, pino({ level: 'silent' }));
    await liveness.start();
  });

  /** Workers that another worker declares lost now. */
  const declaredLost = async (): Promise<number[]> =>
    (await db.query<{ no: number }>('select platform.end_lost_workers() as no')).rows.map(({ no }) => no);
  const endLease = (no: number) =>
    db.query('update platform.workers set lease_until = clock_timestamp() where no = $1', [no]);

  it('returns over one connection, however often the database refused it', async () => {
    const number = liveness.lease.no;
    expect([number > 0, gate.attempts, gate.open]).toEqual([true, 1, 1]);
    gate.refuse = 4;
    gate.cut();
    await gate.begun(6);
    // Other attempts would happen at the same moment, so a storm would show here.
    for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
    expect([gate.attempts, gate.open, liveness.lease.no]).toEqual([6, 1, number]);
  });

  it('is taken from a frozen worker, but never before a transaction of its own has ended', async () => {
    const { no, lost } = liveness.lease;
    await until(async () => (await db.query('select platform.worker_lock_held($1) as held', [no])).rows[0]!.held);
    expect(await declaredLost()).toEqual([]);
    await endLease(no);
    const working = new Client({ connectionString: database.url });
    await working.connect();
    await working.query('begin');
    await working.query('select platform.assert_worker_lease($1)', [no]);
    expect(await declaredLost()).toEqual([]);
    await working.query('commit');
    expect(await declaredLost()).toEqual([no]);
    await expect(working.query('select platform.assert_worker_lease($1)', [no])).rejects.toThrow('has lost its lease');
    await working.end();
    // It still holds its lock, which no longer counts. When it notices, it continues with another number.
    await (liveness as unknown as { beat(): Promise<void> }).beat();
    expect([lost.aborted, liveness.lease.lost.aborted, liveness.lease.no > no]).toEqual([true, false, true]);
    await db.query('select platform.assert_worker_lease($1)', [liveness.lease.no]);
    // The row of the lost worker stays only while it holds its lock.
    expect(await declaredLost()).toEqual([]);
    expect((await db.query('select no from platform.workers')).rows).toEqual([{ no: liveness.lease.no }]);
  });

  it('is taken from a worker frozen within a transaction, once the server has rolled that back', async () => {
    const { no } = liveness.lease;
    const settings = { url: database.url, pool: 1, waitMs: 60_000, applicationName: 'test', standstillMs: 300 };
    const source = await createDataSource(settings).initialize();
    const frozen = source.createQueryRunner();
    await frozen.query('begin');
    await frozen.query('select platform.assert_worker_lease($1)', [no]);
    await frozen.query('select from platform.test_clock for update');
    const [alive] = (await frozen.query(
      `select current_setting('tcp_keepalives_idle') as idle, current_setting('tcp_user_timeout') as unanswered`,
    )) as object[];
    expect(alive).toEqual({ idle: '10', unanswered: '30000' });
    await endLease(no);
    await until(async () => (await declaredLost()).includes(no));
    // Its locks are free as well.
    await db.query('select from platform.test_clock for update nowait');
    await expect(frozen.query('commit')).rejects.toThrow();
    await frozen.release().catch(() => undefined);
    await source.destroy();
    await until(() => liveness.lease.no > no);
  });

  it('is taken at once from a worker whose connection has ended, before its lease is over', async () => {
    const { no } = liveness.lease;
    gate.refuse = Infinity;
    gate.cut();
    await until(async () => (await declaredLost()).includes(no));
    gate.refuse = 0;
    await until(() => liveness.lease.no > no);
  });

  it('lasts while its lease is renewed, and a silent connection is replaced by another one', async () => {
    const brisk = new WorkerLiveness(gate.url, 3_000, () => undefined, pino({ level: 'silent' }));
    await brisk.start();
    const { no } = brisk.lease;
    const leaseUntil = async (): Promise<Date> =>
      (await db.query<{ at: Date }>('select lease_until as at from platform.workers where no = $1', [no])).rows[0]!.at;
    const first = await leaseUntil();
    await until(async () => (await leaseUntil()) > first);
    const before = gate.attempts;
    gate.silence();
    await gate.begun(before + 1);
    await brisk.stop();
  });

  it('ends permanently when it is stopped while it retries', async () => {
    gate.refuse = Infinity;
    gate.cut();
    await gate.begun(gate.attempts + 2);
    const stopped = liveness.stop();
    const before = gate.attempts;
    gate.refuse = 0;
    // Another attempt would have been made before this returns.
    await stopped;
    expect([gate.attempts, gate.open]).toEqual([before, 0]);
  });
});
