import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PayoutWorld } from '../support/money/payout-world.js';
import { workerSettings } from '../support/config.js';
import { DatabaseGate } from '../support/database/database-gate.js';
import { TwoWorkers } from '../support/processes/two-workers.js';
import { WorkerProcess } from '../support/processes/worker-process.js';
import { until } from '../support/test-timeout.js';

/** Steps of the sender, in this order: intent committed, request executed, answer read, settlement posted. */
const STEPS = ['transfer.attempt_committed', 'transfer.sent', 'transfer.answer_read', 'transfer.recorded'];

describe('Case 01: a worker is killed (SIGKILL) after each step around the transfer, and two workers continue', () => {
  const world = PayoutWorld.forTests();
  let directory: string;
  let workers: WorkerProcess[] = [];
  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'case-01-'));
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = [];
  });
  afterAll(async () => {
    rmSync(directory, { recursive: true, force: true });
  });

  describe('two workers, of which one is killed', () => {
    let two: WorkerProcess[] = [];
    let armed = '';
    const start = (): Promise<WorkerProcess> =>
      WorkerProcess.start(world.app.database.url, {
        ...workerSettings(),
        STRIPE_API_BASE: world.sandbox.url,
        FAILPOINT: `@${armed}`,
      });
    beforeAll(async () => {
      armed = path.join(directory, 'failpoints');
      writeFileSync(armed, '');
      two = await Promise.all([start(), start()]);
    });
    afterAll(() => Promise.all(two.map((worker) => worker.stop())));

    it.each(STEPS)('%s: the payout is transferred once and booked once', async (step) => {
      writeFileSync(armed, step);
      const { payoutId, run } = await world.onePayout();
      // One of the two takes the name out of the file and dies; the other one continues, and a new one joins it.
      const dead = await Promise.race(two.map((worker) => worker.ended.then(() => worker)));
      expect([await dead.ended, readFileSync(armed, 'utf8')]).toEqual(['SIGKILL', '']);
      two = [...two.filter((worker) => worker !== dead), await start()];
      await until(
        async () => (await world.run(run.id)).state === 'settled',
        () => two.map((worker) => worker.printed).join('\n'),
      );
      await world.expectPaidOnce(payoutId, run.id);
      expect(await world.attempts(payoutId)).toEqual([
        { n: 1, state: 'accepted', idempotency_key: `po_${payoutId}_1` },
      ]);
      await world.expectBooksBalance();
    });
  });

  it('a frozen worker (SIGSTOP) is replaced, and its later writes change nothing', async () => {
    const two = await TwoWorkers.start(world.app.database.url, { STRIPE_API_BASE: world.sandbox.url });
    try {
      for (const step of ['transfer.sent', 'transfer.answer_read']) {
        let payout!: Awaited<ReturnType<typeof world.onePayout>>;
        const isSettled = async (): Promise<boolean> => (await world.run(payout.run.id)).state === 'settled';
        await two.takenOver(step, async () => (payout = await world.onePayout()), isSettled);
        await world.expectPaidOnce(payout.payoutId, payout.run.id);
        expect(await world.attempts(payout.payoutId)).toEqual([
          { n: 1, state: 'accepted', idempotency_key: `po_${payout.payoutId}_1` },
        ]);
      }
      await world.expectBooksBalance();
    } finally {
      await two.stop();
    }
  });

  it('a worker without network is replaced, and works under a new number when it is back', async () => {
    const armed = path.join(directory, 'vanishing');
    writeFileSync(armed, 'transfer.sent=stop');
    const gate = await DatabaseGate.before(world.app.database.url);
    const settings = { ...workerSettings(), STRIPE_API_BASE: world.sandbox.url, WORKER_LEASE_SECONDS: '2' };
    const { payoutId, run } = await world.onePayout();
    const vanishing = await WorkerProcess.start(gate.url, { ...settings, FAILPOINT: `@${armed}` });
    try {
      await until(
        () => vanishing.isStopped,
        () => vanishing.printed,
      );
      // To PostgreSQL its connections live on, and so does its lock.
      gate.silence();
      vanishing.goOn();
      workers.push(await WorkerProcess.start(world.app.database.url, settings));
      await until(
        async () => (await world.run(run.id)).state === 'settled',
        () => workers[0]!.printed,
      );
      gate.cut();
      await until(
        () => vanishing.printed.includes('the worker has lost its lease'),
        () => vanishing.printed,
      );
      await world.expectPaidOnce(payoutId, run.id);
      expect(await world.attempts(payoutId)).toEqual([
        { n: 1, state: 'accepted', idempotency_key: `po_${payoutId}_1` },
      ]);
    } finally {
      await vanishing.kill();
      gate.close();
    }
  });
});
