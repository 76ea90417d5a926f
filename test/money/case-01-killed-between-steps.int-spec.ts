import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PayoutWorld } from '../support/payout-world.js';

let world: PayoutWorld;
let folder: string;
beforeAll(async () => {
  world = await PayoutWorld.start();
  folder = mkdtempSync(path.join(os.tmpdir(), 'payout-kill-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

interface Worker {
  child: ChildProcess;
  ended: Promise<NodeJS.Signals | number | null>;
}

/** The real worker process on the world's database and sandbox. */
function startWorker(failpoints?: string): Worker {
  const child = spawn(process.execPath, ['dist/apps/worker/src/main.js'], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORTAL_MODE: 'sandbox',
      DATABASE_URL: world.app.database.url,
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: 'whsec_for_tests_only',
      STRIPE_API_BASE: world.sandbox.url,
      KEYRING: `t1:${Buffer.from(Array.from({ length: 32 }, (_, i) => i * 7 + 1)).toString('base64')}`,
      METRICS_PORT: '0',
      LOG_LEVEL: 'silent',
      ...(failpoints === undefined ? {} : { FAILPOINT: `@${failpoints}` }),
    },
    stdio: 'ignore',
  });
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code)),
  );
  return { child, ended };
}

async function untilSettled(runId: string): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until;) {
    if ((await world.run(runId)).state === 'settled') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the run does not end');
}

describe('Case 01: a worker is killed between two steps of a transfer', () => {
  it.each(['transfer.attempt_committed', 'transfer.sent', 'transfer.answer_read', 'transfer.recorded'])(
    'after %s: two others make it one transfer, settled once',
    async (step) => {
      const { payoutId, run } = await world.onePayout();
      const armed = path.join(folder, step);
      writeFileSync(armed, step);
      const victim = startWorker(armed);
      expect(await victim.ended).toBe('SIGKILL');
      const others = [startWorker(), startWorker()];
      try {
        await untilSettled(run.id);
      } finally {
        for (const { child } of others) child.kill('SIGKILL');
        await Promise.all(others.map(({ ended }) => ended));
      }
      await world.expectPaidOnce(payoutId, run.id);
      await world.expectBooksBalance();
    },
    120_000,
  );
});
