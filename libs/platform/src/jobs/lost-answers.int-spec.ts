import { Clock } from '@portal/kernel';
import { testConfig } from '../../../../test/support/config.js';
import { ModuleWorld } from '../../../../test/support/database/module-world.js';
import { CutConnections } from '../../../../test/support/processes/cut-connections.js';
import { eventually, until } from '../../../../test/support/test-timeout.js';
import { Database } from '../database/database.js';
import { Transactor } from '../database/transactor.js';
import { Deliveries } from '../events/deliveries.js';
import { defineEvent } from '../events/event-type.js';
import { EventProcessor, QUEUE_NAMES, type DeliveryContext, type QueueName } from '../events/event-processor.js';
import { createLogger } from '../logging/logger.js';
import { ReceiverBreaker } from './receiver-breaker.js';
import { ScheduledJob } from './scheduled-job.js';
import { WorkRunner } from './work-runner.js';

const Asked = defineEvent<{ queue: string; fails: boolean }>('spec.asked', 1);
const Done = defineEvent<Record<string, never>>('spec.done', 1);

/** Works once per event; with `fails` only at the second attempt. */
class Worker extends EventProcessor<{ queue: string; fails: boolean }> {
  readonly event = Asked;
  readonly consumer: string;
  constructor(override readonly queue: QueueName) {
    super();
    this.consumer = `spec.${queue}`;
  }
  override wants({ queue }: { queue: string }): boolean {
    return queue === this.queue;
  }
  async handle({ fails }: { fails: boolean }, { attempt, once }: DeliveryContext): Promise<void> {
    if (fails && attempt === 1) throw new Error('not yet');
    await once((tx) => tx.emit(Done, {}));
  }
}

class Recurring extends ScheduledJob {
  readonly name = 'spec-recurring';
  runs = 0;
  constructor(private readonly database: Database) {
    super();
  }
  async run(): Promise<void> {
    this.runs += 1;
    await this.database.query('select 1 as worked');
  }
}

describe('a worker that lives, whose connection is lost', () => {
  const world = ModuleWorld.forTests();
  let runner: { relay(): Promise<void>; sweep(): Promise<void>; scheduled: { run(job: string): Promise<void> } };
  let job: Recurring;
  let cut: CutConnections;

  beforeAll(async () => {
    await world.module.init();
    job = new Recurring(world.module.get(Database));
    const started = new WorkRunner({
      config: testConfig(world.url),
      transactor: world.module.get(Transactor),
      database: world.module.get(Database),
      deliveries: world.module.get(Deliveries),
      log: createLogger('spec', 'silent'),
      processors: QUEUE_NAMES.map((queue) => new Worker(queue)),
      jobs: [job],
      schedules: [{ job: job.name, what: 'spec', cron: '0 0 1 1 *' }],
      breaker: new ReceiverBreaker(),
      clock: world.module.get(Clock),
      authorOf: () => Promise.resolve(undefined),
    });
    await started.start();
    runner = started as unknown as typeof runner;
    cut = new CutConnections('drive-portal');
    world.beforeClose(async () => {
      cut.end();
      await started.stop();
    });
  });

  /** What is not done; anything due later is due now, so that nothing but a claim keeps it. */
  async function open(): Promise<object[]> {
    await world.owner.query(
      `update platform.deliveries set enqueued_at = enqueued_at - interval '1 hour', next_attempt_at = clock_timestamp() - interval '1 hour'
       where state = 'pending' and claimed_by is null`,
    );
    await runner.relay();
    await runner.sweep().catch(() => undefined);
    const { rows } = await world.owner.query<object>(
      `select consumer, state, claimed_by from platform.deliveries where state <> 'done'
       union all select type, 'new', null from platform.outbox_events where relayed_at is null and type = 'spec.asked'`,
    );
    return rows;
  }
  const count = async (type: string): Promise<number> =>
    (
      await world.owner.query<{ n: number }>('select count(*)::int as n from platform.outbox_events where type = $1', [
        type,
      ])
    ).rows[0]!.n;

  it.each(['before', 'after'] as const)(
    'does each delivery once, in every queue, %s whichever statement that was',
    async (when) => {
      // Two deliveries of each queue have fewer statements.
      for (let n = 1; n <= 40; n += 1) {
        const before = await count('spec.done');
        cut.atStatement(n, when);
        // Emitted by the owner: these statements are not counted.
        await world.owner.query(
          `insert into platform.outbox_events (id, type, version, payload)
         select gen_random_uuid(), 'spec.asked', 1, jsonb_build_object('queue', queue, 'fails', fails)
         from unnest($1::text[]) queue, (values (true), (false)) x(fails)`,
          [QUEUE_NAMES],
        );
        await eventually(`cut ${when} statement ${n}`, open, (rows) => rows.length === 0);
        cut.disarm();
        expect([n, (await count('spec.done')) - before]).toEqual([n, 6]);
      }
    },
  );

  it.each(['before', 'after'] as const)(
    'does a scheduled job that has begun to its end, %s whichever statement that was',
    async (when) => {
      const row = async (): Promise<{ began: string; ended: boolean }> =>
        (
          await world.owner.query<{ began: string; ended: boolean }>(
            `select coalesce(started_at, '-infinity')::text as began, started_at is null or ended_at is not null as ended from platform.job_schedules`,
          )
        ).rows[0]!;
      let begun = 0;
      for (let n = 1; n <= 8; n += 1) {
        const [runs, { began }] = [job.runs, await row()];
        cut.atStatement(n, when);
        await runner.scheduled.run(job.name).catch(() => undefined);
        cut.disarm();
        const left = await row();
        await until(async () => {
          await runner.sweep();
          return (await row()).ended;
        });
        // One that has not begun is done the next time of its schedule.
        if (left.began === began) continue;
        begun += 1;
        expect([n, job.runs > runs]).toEqual([n, true]);
      }
      expect(begun).toBeGreaterThan(5);
    },
  );
});
