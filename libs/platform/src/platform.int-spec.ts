import { AppError, Clock } from '@portal/kernel';
import { ModuleWorld } from '../../../test/support/database/module-world.js';
import { testConfig } from '../../../test/support/config.js';
import { until } from '../../../test/support/test-timeout.js';
import { JobRuns } from './jobs/job-runs.js';
import { QueuesController } from './jobs/queues.controller.js';
import { WorkRunner, type WorkRunnerParts } from './jobs/work-runner.js';
import type { WorkerLiveness } from './jobs/worker-liveness.js';
import { createLogger } from './logging/logger.js';
import { Database } from './database/database.js';
import { Deliveries } from './events/deliveries.js';
import { defineEvent } from './events/event-type.js';
import { ReceiverBreaker } from './jobs/receiver-breaker.js';
import { EventProcessor, GiveUp, type DeliveryContext } from './events/event-processor.js';
import { measured } from '../../../test/support/measured.js';
import { gaugeCatalogue } from './health/gauges.js';
import { hasOpenTransaction } from './database/transaction/open-transaction.js';
import { OutboundClient } from './outbound/outbound-client.js';
import type { Schedule } from './jobs/schedule.js';
import { ScheduledJob } from './jobs/scheduled-job.js';
import { sqlState } from './database/statements/database-errors.js';
import { Transactor } from './database/transactor.js';
import { SYSTEM_ACTOR } from './access/actor.js';
import { TestClock } from './database/clock/test-clock.js';
import type { Tx } from './database/transaction/tx.js';

const Pinged = defineEvent<{ n: number }>('spec.pinged', 1);

class Recorder extends EventProcessor<{ n: number }> {
  readonly event = Pinged;
  readonly consumer = 'spec.recorder';
  readonly seen: { n: number; attempt: number }[] = [];
  behave: (n: number, context: DeliveryContext) => Promise<void> | void = () => undefined;
  override wants({ n }: { n: number }): boolean {
    return n >= 0;
  }
  async handle({ n }: { n: number }, context: DeliveryContext): Promise<void> {
    this.seen.push({ n, attempt: context.attempt });
    await this.behave(n, context);
  }
}

describe('the platform on a real database', () => {
  const world = ModuleWorld.forTests();
  let app: ModuleWorld['module'];
  let transactor: Transactor;
  let database: Database;

  beforeAll(async () => {
    app = world.module;
    await app.init();
    transactor = app.get(Transactor);
    database = app.get(Database);
    await database.query('select 1');
    await world.owner.query(
      `create table platform.spec_counter (id int primary key, n int not null); insert into platform.spec_counter values (1, 0), (2, 0); grant all on platform.spec_counter to portal_app`,
    );
  });
  describe('the transactor', () => {
    it('runs the whole function again after a real deadlock, and both sides take effect', async () => {
      let tries = 0;
      let arrived = 0;
      let open!: () => void;
      const both = new Promise<void>((resolve) => (open = resolve));
      const side = (first: number, second: number) =>
        transactor.run(async (tx) => {
          tries++;
          await tx.query('update platform.spec_counter set n = n + 1 where id = $1', [first]);
          if (++arrived === 2) open();
          await both;
          await tx.query('update platform.spec_counter set n = n + 1 where id = $1', [second]);
        });
      await Promise.all([side(1, 2), side(2, 1)]);
      expect(tries).toBe(3);
      expect(await database.query('select n from platform.spec_counter order by id')).toEqual([{ n: 2 }, { n: 2 }]);
    });
    it('rolls back on an error and releases its connection', async () => {
      for (let i = 0; i < 12; i++) {
        await expect(
          transactor.run(async (tx) => {
            await tx.query('update platform.spec_counter set n = 99');
            throw new Error('no');
          }),
        ).rejects.toThrow('no');
      }
      expect(await database.query('select max(n) as n from platform.spec_counter')).toEqual([{ n: 2 }]);
    });
    it('refuses to nest', () =>
      expect(transactor.run(() => transactor.run(async () => 1))).rejects.toThrow('already open'));
    it('prevents a second connection while it holds one, since a few such callers at once would empty the pool', async () => {
      await expect(transactor.run(() => database.query('select 1'))).rejects.toThrow('on another connection inside');
      expect(await database.query('select 1 as n')).toEqual([{ n: 1 }]);
    });
    it('prevents network calls while a transaction is open', async () => {
      await expect(
        transactor.run(async () => app.get(OutboundClient).request({ url: 'http://127.0.0.1:4999/' })),
      ).rejects.toThrow('inside a database transaction');
      expect(hasOpenTransaction()).toBe(false);
    });
  });

  describe('rights of the application role', () => {
    it.each([
      ['no table can be created', 'create table platform.mine (a int)'],
      ['no role can be made', 'create role mallory superuser'],
    ])('are limited: %s', async (_name, sql) => {
      const error: unknown = await database.query(sql).catch((e: unknown) => e);
      expect(sqlState(error)).toMatch(/^(42501)$/);
    });
  });

  describe('the test clock', () => {
    it('moves business time of the database forward, never back, and obeys a lease', async () => {
      const clock = app.get(TestClock);
      const before = await transactor.run(async (tx) => tx.now);
      await clock.advance({ ms: 3_600_000 }, SYSTEM_ACTOR);
      const after = await transactor.run(async (tx) => tx.now);
      expect(after.getTime() - before.getTime()).toBeGreaterThanOrEqual(3_600_000);
      await expect(clock.advance({ instant: before }, SYSTEM_ACTOR)).rejects.toThrow(AppError);
      await expect(world.owner.query('update platform.test_clock set offset_ms = 0')).rejects.toThrow(
        'only moves forward',
      );
      const { lease } = await clock.lease(60_000);
      await expect(clock.advance({ ms: 1 }, SYSTEM_ACTOR)).rejects.toMatchObject({ code: 'clock_leased' });
      await expect(clock.lease(60_000)).rejects.toMatchObject({ code: 'clock_leased' });
      await clock.advance({ ms: 1 }, SYSTEM_ACTOR, lease);
      await clock.release(lease);
      await clock.advance({ ms: 1 }, SYSTEM_ACTOR);
    });
  });

  const backends: [string, NodeJS.ProcessEnv][] = [['PostgreSQL', {}]];
  if (process.env.TEST_REDIS_URL) backends.push(['Redis', { REDIS_URL: process.env.TEST_REDIS_URL }]);
  else it.skip('background work on Redis (no Redis found: set REDIS_URL or install redis-server)', () => undefined);

  describe.each(backends)('background work on %s', (_name, overrides) => {
    let recorder: Recorder;
    let runner: WorkRunner;
    const emit = (n: number): Promise<string> => transactor.run((tx) => tx.emit(Pinged, { n }));
    const deliveries = (): Promise<{ state: string; attempts: number }[]> =>
      database.query(
        "select state, attempts from platform.deliveries where consumer = 'spec.recorder' order by event_id",
      );
    const partsOf = (processors: EventProcessor[]): WorkRunnerParts => ({
      config: testConfig(world.url, overrides),
      transactor,
      database,
      deliveries: app.get(Deliveries),
      log: createLogger('spec', 'silent'),
      processors,
      jobs: [],
      schedules: [],
      breaker: new ReceiverBreaker(),
      clock: app.get(Clock),
      authorOf: () => Promise.resolve(undefined),
    });
    const job = (name: string, run: (stopping: AbortSignal) => Promise<void>): ScheduledJob =>
      Object.assign(Object.create(ScheduledJob.prototype) as ScheduledJob, { name, run });
    const makeRunner = (processor: EventProcessor): WorkRunner => new WorkRunner(partsOf([processor]));

    beforeEach(async () => {
      await world.owner.query('truncate platform.deliveries, platform.outbox_events');
      recorder = new Recorder();
      runner = makeRunner(recorder);
      await runner.start();
    });
    afterEach(() => runner.stop());

    it('measures deliveries by consumer and outcome, and how late they began', async () => {
      const work = 'spec.recorder';
      const counts = () =>
        Promise.all([
          measured('portal_work_duration_seconds', { work, outcome: 'done' }),
          measured('portal_work_duration_seconds', { work, outcome: 'failed' }),
          measured('portal_work_late_seconds', { work }),
        ]);
      const before = await counts();
      recorder.behave = (n) => {
        if (n === 2) throw new GiveUp('no');
      };
      await emit(1);
      await emit(2);
      await until(async () => (await deliveries()).filter(({ state }) => state !== 'pending').length === 2);
      await until(async () => (await counts())[1]! > before[1]!);
      expect((await counts()).map((n, at) => n - before[at]!)).toEqual([1, 1, 2]);
    });

    it('records of every recurring job when it ran and how that ended, and runs it on request', async () => {
      await runner.stop();
      const seen: string[] = [];
      const jobs = [
        job('spec.works', async () => void seen.push('works')),
        job('spec.fails', () => Promise.reject(new Error('the disk is full'))),
      ];
      await database.query(`insert into platform.job_schedules (job, what, every_ms) values ('spec.gone', 'Gone', 1)`);
      const schedules: Schedule[] = [
        { job: 'spec.works', what: 'Works', cron: '0 0 1 1 *' },
        { job: 'spec.fails', what: 'Fails', everyMs: 86_400_000 },
      ];
      runner = new WorkRunner({ ...partsOf([]), jobs, schedules });
      await runner.start();
      const rows = () =>
        database.query<{ job: string; runs: string; failures: string; last_error: string | null; next: boolean }>(
          `select job, runs, failures, last_error, next_at > platform.portal_now() as next
           from platform.job_schedules order by job`,
        );
      expect((await rows()).map((row) => [row.job, row.next])).toEqual([
        ['spec.fails', expect.any(Boolean)],
        ['spec.works', true],
      ]);
      await database.query(`update platform.job_schedules set asked_at = platform.portal_now()`);
      await until(async () => (await rows()).every((row) => Number(row.runs) > 0));
      const [fails, works] = await rows();
      expect(works).toEqual({ job: 'spec.works', runs: '1', failures: '0', last_error: null, next: true });
      expect(fails).toMatchObject({ failures: fails!.runs, last_error: 'the disk is full' });
      expect(seen).toEqual(['works']);
      const outcomes = [
        ['spec.works', 'done'],
        ['spec.fails', 'failed'],
        ['spec.fails', 'done'],
      ] as const;
      const ran = outcomes.map(([work, outcome]) => measured('portal_work_duration_seconds', { work, outcome }));
      expect((await Promise.all(ran)).map((n) => n > 0)).toEqual([true, true, false]);
      // Another worker may start it before this version's schedules are written; then only its end shows that it began.
      await database.query(`update platform.job_schedules set started_at = null, worker_no = null`);
      await new JobRuns(database).end('spec.works', 1, { tookMs: 1_500, failure: undefined, nextMs: undefined });
      expect(
        await database.query(
          `select round(extract(epoch from ended_at - started_at), 1)::float8 as s from platform.job_schedules where job = 'spec.works'`,
        ),
      ).toEqual([{ s: 1.5 }]);
      await expect(
        world.owner.query(`update platform.job_schedules set failures = runs + 1 where job = 'spec.works'`),
      ).rejects.toThrow('check constraint');
    });

    it('shows a recurring job as interrupted when its worker is gone, and not as running for ever', async () => {
      await runner.stop();
      let finish!: () => void;
      const finished = new Promise<void>((resolve) => (finish = resolve));
      const parts = {
        ...partsOf([]),
        jobs: [job('spec.long', () => finished)],
        schedules: [{ job: 'spec.long', what: 'Long', cron: '0 0 1 1 *' }],
      };
      runner = new WorkRunner(parts);
      await runner.start();
      const queues = new QueuesController(testConfig(world.url), database, transactor);
      const state = async () => (await queues.listSchedules()).items.find((one) => one.job === 'spec.long')?.state;
      expect(await state()).toBe('waiting');
      await database.query(`update platform.job_schedules set asked_at = platform.portal_now()`);
      try {
        await until(async () => (await state()) === 'running');
        // A killed worker as others see it: its connection is gone.
        await (runner as unknown as { liveness: { stop(): Promise<void> } }).liveness.stop();
        await until(async () => (await state()) === 'interrupted');
      } finally {
        // A job that does not end would keep the runner from stopping.
        finish();
      }
      await until(async () => (await state()) === 'done');
      // Its worker was lost: another one starts it again immediately, not at its next time.
      await database.query(
        `update platform.job_schedules set started_at = platform.portal_now(), ended_at = null, worker_no = 2000000003, runs = 0, failures = 0
         where job = 'spec.long'`,
      );
      await until(async () => (await queues.listSchedules()).items.find((one) => one.job === 'spec.long')?.runs === 1);
      expect(await state()).toBe('done');
    });

    it('lets hanging jobs delay no other queue and never overlap themselves, and the worker ends without them', async () => {
      await runner.stop();
      const begun: string[] = [];
      let aborted = false;
      let finish!: () => void;
      const hanging = new Promise<void>((resolve) => (finish = resolve));
      const hangs = (name: string): ScheduledJob =>
        job(name, (stopping) => {
          begun.push(name);
          stopping.addEventListener('abort', () => (aborted = true));
          return hanging;
        });
      const outbound = ['spec.hangs-1', 'spec.hangs-2', 'spec.hangs-3'];
      const jobs = [...outbound.map(hangs), job('spec.pays', async () => void begun.push('spec.pays'))];
      const schedules: Schedule[] = [
        ...outbound.map((name) => ({ job: name, what: 'Hangs', everyMs: 86_400_000, queue: 'outbound' as const })),
        { job: 'spec.pays', what: 'Pays', everyMs: 86_400_000, queue: 'money' },
      ];
      runner = new WorkRunner({ ...partsOf([]), jobs, schedules, stopMs: 50 });
      await runner.start();
      const ask = (name: string) =>
        database.query('update platform.job_schedules set asked_at = platform.portal_now() where job = $1', [name]);
      for (const name of outbound) await ask(name);
      await until(() => begun.filter((name) => name !== 'spec.pays').length >= 2);
      const before = begun.filter((name) => name === 'spec.pays').length;
      await ask('spec.pays');
      await until(() => begun.filter((name) => name === 'spec.pays').length > before);
      // Another worker knows that they are running.
      const runs = new JobRuns(database);
      const { no } = (runner as unknown as { liveness: WorkerLiveness }).liveness.lease;
      const running = begun.find((name) => name !== 'spec.pays')!;
      expect([await runs.begin(running, no + 1), await runs.begin(running, no + 1, { shared: true })]).toEqual([
        false,
        true,
      ]);
      expect(new Set(begun.filter((name) => name !== 'spec.pays')).size).toBe(
        begun.filter((name) => name !== 'spec.pays').length,
      );
      await runner.stop();
      expect(aborted).toBe(true);
      finish();
    });

    it('reports how late a job is that waits for a place, and one that runs longer than its interval', async () => {
      await runner.stop();
      let finish!: () => void;
      const hanging = new Promise<void>((resolve) => (finish = resolve));
      const names = ['spec.hangs-1', 'spec.hangs-2', 'spec.hangs-3'];
      const jobs = names.map((name) => job(name, () => hanging));
      const schedules = names.map((name): Schedule => ({
        job: name,
        what: 'Hangs',
        everyMs: 1_000,
        queue: 'outbound',
      }));
      runner = new WorkRunner({ ...partsOf([]), jobs, schedules, stopMs: 50 });
      await runner.start();
      const { sql } = gaugeCatalogue().find(({ name }) => name === 'portal_schedule_late_seconds')!;
      const plan = () => (runner as unknown as { scheduled: { ensure(): Promise<void> } }).scheduled.ensure();
      const started = async () =>
        (
          await database.query(`select 1 from platform.job_schedules where job = any($1) and started_at is not null`, [
            names,
          ])
        ).length;
      try {
        await until(async () => {
          // Repeated planning by the workers must not make it appear on time.
          await plan();
          const late = await database.query(
            `select 1 from (${sql}) g where g.label like 'spec.hangs-%' and g.value > 0`,
          );
          return late.length === names.length && (await started()) === 2;
        });
        expect(await started()).toBe(2);
      } finally {
        finish();
      }
    });

    it('delivers what was committed and nothing that was rolled back', async () => {
      await transactor
        .run(async (tx: Tx) => {
          await tx.emit(Pinged, { n: 1 });
          throw new Error('rolled back');
        })
        .catch(() => undefined);
      await emit(2);
      await until(async () => (await deliveries()).every((d) => d.state === 'done') && recorder.seen.length > 0);
      expect(recorder.seen).toEqual([{ n: 2, attempt: 1 }]);
    });

    it('makes no delivery of what its consumer does not subscribe to, and finds what comes after it', async () => {
      await runner.stop();
      await transactor.run((tx) =>
        tx.emitMany(
          Pinged,
          Array.from({ length: 600 }, () => ({ n: -1 })),
        ),
      );
      await emit(3);
      runner = makeRunner(recorder);
      await runner.start();
      await until(() => recorder.seen.length > 0);
      expect(recorder.seen).toEqual([{ n: 3, attempt: 1 }]);
      expect(await deliveries()).toHaveLength(1);
    });

    it('leaves alone what only waits in a full queue, and treats what was overtaken as lost', async () => {
      await runner.stop();
      await emit(4);
      await app.get(Deliveries).relay(() => [{ consumer: 'spec.recorder', queue: 'events' }]);
      await database.query("update platform.deliveries set enqueued_at = clock_timestamp() - interval '1 minute'");
      const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
      expect(await app.get(Deliveries).sweep({ events: minutesAgo(2) })).toEqual([]);
      expect(await app.get(Deliveries).sweep({ money: minutesAgo(2), events: minutesAgo(0.5) })).toMatchObject([
        { consumer: 'spec.recorder', enqueueNo: 2, orphaned: false },
      ]);
      await runner.start();
    });

    it('retries after a failure, and `once` takes effect a single time', async () => {
      await database.query('update platform.spec_counter set n = 0');
      recorder.behave = async (_n, context) => {
        await context.once((tx) => tx.query('update platform.spec_counter set n = n + 1 where id = 1'));
        if (context.attempt === 1) throw new Error('after the commit');
      };
      await emit(3);
      await until(async () => (await deliveries())[0]?.state === 'done');
      expect(await database.query('select n from platform.spec_counter where id = 1')).toEqual([{ n: 1 }]);
    });

    it('parks what cannot succeed, and retries when a person requests it', async () => {
      recorder.behave = () => {
        throw new GiveUp('no use');
      };
      const eventId = await emit(4);
      await until(async () => (await deliveries())[0]?.state === 'failed');
      recorder.behave = () => undefined;
      await transactor.run((tx) => app.get(Deliveries).redrive(tx, { eventId, consumer: 'spec.recorder' }));
      await until(async () => (await deliveries())[0]?.state === 'done');
    });

    it('recreates the work when every job was deleted', async () => {
      await runner.stop();
      await emit(5);
      const lost = await app.get(Deliveries).relay(() => [{ consumer: 'spec.recorder', queue: 'events' }]);
      expect(lost).toHaveLength(1); // relayed, but its job never reached a queue
      await database.query("update platform.deliveries set enqueued_at = clock_timestamp() - interval '1 minute'");
      runner = makeRunner(recorder);
      await runner.start();
      await until(() => recorder.seen.length === 1);
    });

    it('leaves an event of a later release to a worker that knows it, in the middle of others', async () => {
      await runner.stop();
      await emit(7);
      await database.query(
        `insert into platform.outbox_events (id, type, version, payload) values (gen_random_uuid(), 'spec.of_a_later_release', 1, '{}')`,
      );
      await emit(8);
      const relay = (): Promise<unknown[]> =>
        app.get(Deliveries).relay(() => [{ consumer: 'spec.recorder', queue: 'events' }]);
      expect(await relay()).toHaveLength(2);
      expect(await relay()).toEqual([]);
      expect(await database.query('select type from platform.outbox_events where relayed_at is null')).toEqual([
        { type: 'spec.of_a_later_release' },
      ]);
      await world.owner.query(`delete from platform.outbox_events where type = 'spec.of_a_later_release'`);
      await runner.start();
    });

    it('takes over from a worker that died with a claimed delivery', async () => {
      await runner.stop();
      await emit(6);
      await app.get(Deliveries).relay(() => [{ consumer: 'spec.recorder', queue: 'events' }]);
      const [{ event_id: eventId }] = (await database.query<{ event_id: string }>(
        'select event_id from platform.deliveries',
      )) as [{ event_id: string }];
      expect(await app.get(Deliveries).claim({ eventId, consumer: 'spec.recorder' }, 2_000_000_000)).toBeDefined();
      expect(await app.get(Deliveries).claim({ eventId, consumer: 'spec.recorder' }, 2_000_000_001)).toBeUndefined();
      runner = makeRunner(recorder);
      await runner.start();
      await until(() => recorder.seen.length === 1);
      expect(recorder.seen[0]).toEqual({ n: 6, attempt: 2 });
    });

    it('never gives one delivery to two workers', async () => {
      const second = makeRunner(recorder);
      await second.start();
      await Promise.all(Array.from({ length: 40 }, (_, i) => emit(100 + i)));
      await until(async () => (await deliveries()).filter((d) => d.state === 'done').length === 40);
      expect(recorder.seen.map((s) => s.n).sort()).toEqual(Array.from({ length: 40 }, (_, i) => 100 + i));
      await second.stop();
    });
  });
});
