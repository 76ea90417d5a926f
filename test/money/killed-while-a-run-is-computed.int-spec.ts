import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PayoutWorld, type PaidAuthor, type RunResult } from '../support/money/payout-world.js';
import { startProcess } from '../support/processes/processes.js';

/** Every failpoint of preparing a run in the source, so that a new one is covered too. */
const FAILPOINTS = readdirSync('libs/payouts/src', { encoding: 'utf8', recursive: true })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
  .flatMap((file) => [
    ...readFileSync(path.join('libs/payouts/src', file), 'utf8').matchAll(/\bfailpoint\('(run\.[a-z_]+)'\)/g),
  ])
  .map(([, name]) => name!);

/** Prepares the run of a month as the built product does, without HTTP: a request would die with its process. */
const PREPARE = `
  require('reflect-metadata');
  const { NestFactory } = require('@nestjs/core');
  const { PlatformModule } = require('./dist/libs/platform/src/index.js');
  const { Config, readVariables } = require('./dist/libs/platform/src/config/index.js');
  const { PayoutsCoreModule, PrepareRun } = require('./dist/libs/payouts/src/index.js');
  const config = new Config(readVariables(process.env));
  class Preparing {}
  const root = { module: Preparing, imports: [PlatformModule.forRoot(config, 'test'), PayoutsCoreModule] };
  NestFactory.createApplicationContext(root, { logger: false }).then(async (app) => {
    const person = { kind: 'user', userId: process.env.PREPARER, name: 'Preparer', roles: [] };
    await app.get(PrepareRun, { strict: false }).execute(process.env.MONTH, person);
    await app.close();
  }).catch((error) => { console.error(error); process.exit(1); });
`;

const world = PayoutWorld.forTests();

function prepareInAnotherProcess(month: string, failpoint: string): Promise<{ ended: unknown; printed: string }> {
  const child = startProcess(process.execPath, ['-e', PREPARE], {
    env: {
      PATH: process.env['PATH'],
      PORTAL_MODE: 'sandbox',
      DATABASE_URL: world.app.database.url,
      DATABASE_POOL: '3',
      DATABASE_WAIT_SECONDS: '60',
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: 'whsec_of_this_test_only',
      STRIPE_API_BASE: world.sandbox.url,
      KEYRING: `k1:${randomBytes(32).toString('base64')}`,
      SANDBOX_DRIVE_PORTS: '1024-65535',
      LOG_LEVEL: 'silent',
      FAILPOINT: failpoint,
      MONTH: month,
      PREPARER: randomUUID(),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ ended: signal ?? code, printed })));
}

const amounts = (run: RunResult, authors: readonly PaidAuthor[]) =>
  authors.map((author) => world.payoutOf(run, author)).map((one) => [one.org_id, one.amount_minor, one.carry_minor]);

it('the failpoints include the computation of a run', () => expect(FAILPOINTS).toContain('run.computing'));

it.each(FAILPOINTS)(
  'a computation killed at %s sets nothing aside, and computed again has the same amounts to the cent',
  async (name) => {
    const authors = [await world.author(), await world.author(), await world.author()];
    for (const [n, earned] of [12_345n, 2_499n, 98_765_432n].entries()) await world.earn(authors[n]!.orgId, earned);
    const undisturbed = await world.prepared();
    await world.post(world.preparer, `/finance/payout-runs/${undisturbed.id}/cancel`, { reason: 'to compare with' });

    const month = await world.closedMonth();
    const { ended, printed } = await prepareInAnotherProcess(month, name);
    expect([ended, printed]).toEqual(['SIGKILL', expect.stringContaining(`failpoint ${name}`)]);
    const [left] = await world.query<{ id: string; state: string; payouts: string }>(
      `select r.id, r.state, (select count(*) from payouts.payouts p where p.run_id = r.id)::text as payouts
     from payouts.payout_runs r where month = $1 and state <> 'cancelled'`,
      [month],
    );
    expect(left).toMatchObject({ state: 'computing', payouts: '0' });
    expect(await world.clearing()).toBe(0n);
    expect((await world.post(world.preparer, '/finance/payout-runs', { month })).error).toBe('payout_run_exists');
    expect(
      (await world.post(world.approver, `/finance/payout-runs/${left!.id}/approve`, { input_hash: '0'.repeat(64) }))
        .status,
    ).toBe(409);

    const again = await world.post<RunResult>(world.preparer, `/finance/payout-runs/${left!.id}/recompute`);
    expect([again.status, again.data.state]).toEqual([200, 'computed']);
    expect(amounts(again.data, authors)).toEqual(amounts(undisturbed, authors));
    expect((await world.approve(again.data)).data.state).toBe('approved');
    await world.execute(again.data);
    for (const author of authors) {
      const payout = world.payoutOf(again.data, author);
      if (payout.amount_minor === '0') continue;
      await world.send(payout.id);
      await world.expectPaidOnce(payout.id, again.data.id);
    }
    expect(await Promise.all(authors.map((author) => world.balance(author.orgId)))).toEqual([0n, 2_499n, 0n]);
    await world.expectBooksBalance();
  },
);
