import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { Client } from 'pg';
import Stripe from 'stripe';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/database.js';
import { startProcess } from '../../../test/support/processes/processes.js';
import { sdkFor, until } from './harness.js';

const MAIN = path.resolve(__dirname, '../../../dist/apps/stripe-sandbox/src/main.js');
let database: TestDatabase;
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.drop();
});

function launch(environment: Record<string, string>) {
  const child = startProcess(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, output, ended };
}

async function start() {
  const run = launch({ DATABASE_URL: database.url, PORT: '0' });
  await until(
    () => run.output,
    (output) => output.out.includes('\n') || output.err !== '',
  );
  const ready = JSON.parse(run.output.out) as { ready: boolean; port: number; url: string };
  return { ...run, ready, stripe: sdkFor(ready) };
}

describe('the process', () => {
  it('reports in one line that it is ready, and ends cleanly on SIGTERM', async () => {
    const { child, ready, output, ended, stripe } = await start();
    expect(ready).toEqual({
      ready: true,
      app: 'stripe-sandbox',
      url: `http://127.0.0.1:${ready.port}`,
      port: ready.port,
    });
    await stripe.customers.create({ name: 'Before the end' });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output.err).toBe('');
  });

  it('has had no effect when it is killed in the middle of a request, and then has it once under the same key', async () => {
    const first = await start();
    await first.stripe.topups.create({ amount: 1_000, currency: 'usd' });
    const post = (url: string, body: object) =>
      fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
    await post(`${first.ready.url}/_sandbox/faults`, { kind: 'delay', path: '/v1/topups', delay_ms: 60_000 });
    const topUp = (stripe: Stripe) =>
      stripe.topups
        .create({ amount: 500, currency: 'usd' }, { idempotencyKey: 'killed' })
        .catch((error: unknown) => error);
    const lost = topUp(first.stripe);
    await until(
      async () =>
        ((await (await fetch(`${first.ready.url}/_sandbox/state`)).json()) as { faults: unknown[] }).faults.length,
      (waiting) => waiting === 0,
    );
    first.child.kill('SIGKILL');
    expect(await lost).toBeInstanceOf(Stripe.errors.StripeConnectionError);

    const second = await start();
    const balance = async () => (await second.stripe.balance.retrieve()).available[0]?.amount;
    expect(await balance()).toBe(1_000);
    expect(await topUp(second.stripe)).toMatchObject({ status: 'succeeded' });
    expect(await topUp(second.stripe)).toMatchObject({ status: 'succeeded' });
    expect(await balance()).toBe(1_500);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  it('survives the loss of its database connections in the middle of a request', async () => {
    const { child, stripe, ended } = await start();
    const other = new Client({ connectionString: database.url });
    await other.connect();
    await other.query('begin');
    await other.query('lock table stripe_sandbox.objects');
    const lost = stripe.customers.create({ name: 'Lost' }).catch((error: unknown) => error);
    // Not pg_stat_activity, which answers the same throughout a transaction.
    const waits = `select pid from pg_locks where relation = 'stripe_sandbox.objects'::regclass and not granted`;
    const waiting = async () => (await other.query<{ pid: number }>(waits)).rows;
    const [held] = await until(waiting, (rows) => rows.length > 0);
    await other.query('select pg_terminate_backend($1)', [held!.pid]);
    expect(await lost).toMatchObject({ statusCode: 500, type: 'StripeAPIError' });
    await other.query('rollback');
    await other.end();

    expect(await stripe.customers.create({ name: 'Kept' })).toMatchObject({ object: 'customer', name: 'Kept' });
    const names = (await stripe.customers.list({ limit: 100 })).data.map(({ name }) => name);
    expect([names.includes('Kept'), names.includes('Lost')]).toEqual([true, false]);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('refuses to start with invalid settings, naming all of them and no value', async () => {
    const { output, ended } = launch({
      PORT: 'many',
      WEBHOOK_URL: 'http://127.0.0.1:1/',
      STRIPE_SANDBOX_SECRET_KEY: 'sk_live_abc',
    });
    expect(await ended).toBe(1);
    for (const name of ['DATABASE_URL', 'PORT', 'WEBHOOK_SECRET', 'STRIPE_SANDBOX_SECRET_KEY']) {
      expect(output.err).toContain(name);
    }
    expect(output.err).not.toContain('sk_live_abc');
  });
});
