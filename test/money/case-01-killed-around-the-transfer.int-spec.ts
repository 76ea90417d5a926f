import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PayoutWorld } from '../support/payout-world.js';
import { workerSettings } from '../support/config.js';
import { WorkerProcess } from '../support/worker-process.js';
import { until } from '../support/test-timeout.js';

/** What the sender passes, in this order: intent committed, request executed, answer read, settlement posted. */
const STEPS = ['transfer.attempt_committed', 'transfer.sent', 'transfer.answer_read', 'transfer.recorded'];

describe('Case 01: a worker is killed (SIGKILL) after each step around the transfer, and two workers go on', () => {
  let world: PayoutWorld;
  let directory: string;
  let workers: WorkerProcess[] = [];
  beforeAll(async () => {
    world = await PayoutWorld.start();
    directory = mkdtempSync(path.join(tmpdir(), 'case-01-'));
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = [];
  });
  afterAll(async () => {
    await world.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const start = async (armed: string): Promise<WorkerProcess> => {
    const worker = await WorkerProcess.start(world.app.database.url, {
      ...workerSettings(),
      STRIPE_API_BASE: world.sandbox.url,
      FAILPOINT: `@${armed}`,
    });
    workers.push(worker);
    return worker;
  };
  it.each(STEPS)('%s: one transfer, booked once', async (step) => {
    const armed = path.join(directory, step);
    writeFileSync(armed, step);
    const { payoutId, run } = await world.onePayout();
    const first = await Promise.all([start(armed), start(armed)]);
    // One of the two takes the name out of the file and dies; the other one goes on, and a new one comes beside it.
    const ended = await Promise.race(first.map((worker) => worker.ended));
    expect([ended, readFileSync(armed, 'utf8')]).toEqual(['SIGKILL', '']);
    await start(armed);
    await until(
      async () => (await world.run(run.id)).state === 'settled',
      () => workers.map((worker) => worker.printed).join('\n'),
    );
    await world.expectPaidOnce(payoutId, run.id);
    expect(await world.attempts(payoutId)).toEqual([{ n: 1, state: 'accepted', idempotency_key: `po_${payoutId}_1` }]);
    await world.expectBooksBalance();
  });
});
