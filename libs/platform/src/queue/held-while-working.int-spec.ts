import { Test, type TestingModule } from '@nestjs/testing';
import { Clock } from '@portal/kernel';
import { testConfig } from '../../../../test/support/config.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import {
  createLogger,
  Database,
  defineEvent,
  Deliveries,
  DriveBreaker,
  EventProcessor,
  Outbox,
  PlatformModule,
  Transactor,
  type DeliveryContext,
} from '../index.js';
import { WorkRunner } from './work-runner.js';

const Held = defineEvent<Record<string, never>>('spec.held', 1);
const CONSUMER = 'spec.holder';

/** Runs `look` in place of work and hands on what it saw. */
class Looker extends EventProcessor {
  readonly event = Held;
  readonly consumer = CONSUMER;
  private hand!: (seen: unknown) => void;
  readonly seen = new Promise<unknown>((resolve) => (this.hand = resolve));
  constructor(private readonly look: (eventId: string) => Promise<unknown>) {
    super();
  }
  async handle(_payload: object, { eventId }: DeliveryContext): Promise<void> {
    this.hand(await this.look(eventId).catch((error: unknown) => error));
  }
}

describe('while a worker works on a delivery', () => {
  let db: TestDatabase;
  let app: TestingModule;
  beforeAll(async () => {
    db = await createTestDatabase();
    app = await Test.createTestingModule({ imports: [PlatformModule.forRoot(testConfig(db.url), 'test')] }).compile();
    await app.init();
  });
  afterAll(async () => {
    await app.close();
    await db.drop();
  });

  it('it is not done yet, so that it comes again if the worker dies, and is nobody else’s as long as it lives', async () => {
    const [database, transactor, deliveries] = [app.get(Database), app.get(Transactor), app.get(Deliveries)];
    const looker = new Looker(async (eventId) => {
      const [row] = await database.query<{ state: string; held: boolean }>(
        'select state, claimed_by is not null as held from platform.deliveries where event_id = $1 and consumer = $2',
        [eventId, CONSUMER],
      );
      // Long after it was handed over, when the sweep takes for lost what nobody holds.
      await database.query(`update platform.deliveries set enqueued_at = clock_timestamp() - interval '1 hour'`);
      const swept = await deliveries.sweep();
      const claimed = await deliveries.claim({ eventId, consumer: CONSUMER }, 2_000_000_001);
      return { ...row, swept, claimed };
    });
    const runner = new WorkRunner({
      config: testConfig(db.url),
      transactor,
      database,
      deliveries,
      log: createLogger('spec', 'silent'),
      processors: [looker],
      jobs: [],
      schedules: [],
      breaker: new DriveBreaker(),
      clock: app.get(Clock),
      authorOf: () => Promise.resolve(undefined),
    });
    await runner.start();
    try {
      await transactor.run((tx) => app.get(Outbox).emit(tx, Held, {}));
      expect(await looker.seen).toEqual({ state: 'pending', held: true, swept: [], claimed: undefined });
    } finally {
      await runner.stop();
    }
  });
});
