import { Clock } from '@portal/kernel';
import { testConfig } from '../../../../test/support/config.js';
import { ModuleWorld } from '../../../../test/support/database/module-world.js';
import { createLogger } from '../logging/logger.js';
import { Database } from '../database/database.js';
import { defineEvent } from './event-type.js';
import { Deliveries } from './deliveries.js';
import { ReceiverBreaker } from '../jobs/receiver-breaker.js';
import { EventProcessor, type DeliveryContext } from './event-processor.js';
import { emitSelected } from './outbox.js';
import { Transactor } from '../database/transactor.js';
import { WorkRunner } from '../jobs/work-runner.js';

const Left = defineEvent<{ n: number }>('spec.left', 1);
const Held = defineEvent<Record<string, never>>('spec.held', 1);
const CONSUMER = 'spec.holder';

/** Runs `look` in place of the work and returns its result. */
class Looker extends EventProcessor {
  readonly event = Held;
  readonly consumer = CONSUMER;
  private hand!: (result: unknown) => void;
  readonly result = new Promise<unknown>((resolve) => (this.hand = resolve));
  constructor(private readonly look: (context: DeliveryContext) => Promise<unknown>) {
    super();
  }
  async handle(_payload: object, context: DeliveryContext): Promise<void> {
    this.hand(await this.look(context).catch((error: unknown) => error));
  }
}

describe('the outbox', () => {
  const world = ModuleWorld.forTests();
  beforeAll(() => world.module.init());

  /** The context of a worker that handles one delivery. */
  async function handled(look: (context: DeliveryContext) => Promise<unknown>): Promise<unknown> {
    const transactor = world.module.get(Transactor);
    const looker = new Looker(look);
    const runner = new WorkRunner({
      config: testConfig(world.url),
      transactor,
      database: world.module.get(Database),
      deliveries: world.module.get(Deliveries),
      log: createLogger('spec', 'silent'),
      processors: [looker],
      jobs: [],
      schedules: [],
      breaker: new ReceiverBreaker(),
      clock: world.module.get(Clock),
      authorOf: () => Promise.resolve(undefined),
    });
    await runner.start();
    try {
      await transactor.run((tx) => tx.emit(Held, {}));
      return await looker.result;
    } finally {
      await runner.stop();
    }
  }

  it('emits an event with the transaction that made it true, or not at all', async () => {
    const events = (): Promise<unknown[]> =>
      world.module.get(Database).query(`select payload from platform.outbox_events where type = 'spec.left'`);
    const emit = (n: number, end: () => void): Promise<void> =>
      world.module.get(Transactor).run(async (tx) => {
        await tx.emit(Left, { n });
        await tx.emitMany(Left, [{ n: n + 1 }]);
        await emitSelected(tx, Left, { sql: 'select $1::int as n', params: [n + 2] });
        end();
      });
    await expect(
      emit(1, () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await events()).toEqual([]);
    await emit(4, () => undefined);
    expect(await events()).toEqual([4, 5, 6].map((n) => ({ payload: { n } })));
  });

  it('marks a delivery done after its work only, and leaves it to its worker as long as that lives', async () => {
    const [database, deliveries] = [world.module.get(Database), world.module.get(Deliveries)];
    const result = await handled(async ({ eventId }) => {
      const [row] = await database.query<{ state: string; held: boolean }>(
        'select state, claimed_by is not null as held from platform.deliveries where event_id = $1 and consumer = $2',
        [eventId, CONSUMER],
      );
      // Long after it was queued, when the sweep takes unclaimed deliveries for lost.
      await database.query(`update platform.deliveries set enqueued_at = clock_timestamp() - interval '1 hour'`);
      const swept = await deliveries.sweep();
      const claimed = await deliveries.claim({ eventId, consumer: CONSUMER }, 2_000_000_001);
      return { ...row, swept, claimed };
    });
    expect(result).toEqual({ state: 'pending', held: true, swept: [], claimed: undefined });
  });

  it('does not process a delivery that another worker, which considered this one lost, holds or has completed', async () => {
    let worked = 0;
    const result = await handled(async ({ eventId, once }) => {
      const [key, faster] = [{ eventId, consumer: CONSUMER }, 2_000_000_002];
      const sql = 'update platform.deliveries set claimed_by = $2 where event_id = $1';
      await world.module.get(Database).query(sql, [eventId, faster]);
      const whileHeld = await once(() => Promise.resolve((worked += 1)));
      const isDone = await world.module
        .get(Transactor)
        .run((tx) => world.module.get(Deliveries).markDone(tx, key, faster));
      return [whileHeld, isDone, await once(() => Promise.resolve((worked += 1)))];
    });
    expect([result, worked]).toEqual([[undefined, true, undefined], 0]);
  });
});
