import 'reflect-metadata';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PlatformModule } from '@portal/platform';
import { Database } from '@portal/platform/database';
import { Client } from 'pg';
import type Stripe from 'stripe';
import { createSandbox, type Sandbox } from '../../../../apps/stripe-sandbox/src/sandbox.js';
import { testConfig } from '../../../../test/support/config.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/database.js';
import { BackfillEvents, StripeGatewayWorkerModule } from '../index.js';
import { controlSandbox, sandboxStripe } from '../../../../test/support/money/sandbox-control.js';

let database: TestDatabase;
let sandbox: Sandbox;
let app: INestApplicationContext;
let stripe: Stripe;

beforeAll(async () => {
  database = await createTestDatabase();
  sandbox = await createSandbox({ databaseUrl: database.url });
  @Module({
    imports: [
      PlatformModule.forRoot(testConfig(database.url, { STRIPE_API_BASE: sandbox.url }), 'test'),
      StripeGatewayWorkerModule,
    ],
  })
  class SpecModule {}
  app = await NestFactory.createApplicationContext(SpecModule, { logger: false });
  stripe = sandboxStripe(sandbox);
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
  await database.drop();
});

const backfill = () => app.get(BackfillEvents).execute();
const query = <R>(sql: string, params: unknown[] = []) => app.get(Database).query<R>(sql, params);
const eventsOf = (objectId: string) =>
  query<{ type: string; account: string | null }>(
    `select payload->>'type' as type, payload->>'account' as account from platform.outbox_events
      where type = 'stripe.event_received' and payload->>'object_id' = $1 order by id`,
    [objectId],
  );

describe('missing events', () => {
  it('are fetched, plain and thin, recorded once and passed on in the order they were made', async () => {
    const customer = await stripe.customers.create({ name: 'Missed' });
    await stripe.customers.update(customer.id, { name: 'Missed again' });
    const account = await stripe.v2.core.accounts.create({
      contact_email: 'a@example.com',
      identity: { country: 'us' },
    });
    expect((await backfill()).found).toBe(3);
    expect((await eventsOf(customer.id)).map((one) => one.type)).toEqual(['customer.created', 'customer.updated']);
    expect((await eventsOf(account.id)).map((one) => one.type)).toEqual(['v2.core.account.created']);
    expect(await backfill()).toEqual({ found: 0 });
    expect(await eventsOf(customer.id)).toHaveLength(2);
  });

  it('are fetched over several pages', async () => {
    const made = await Promise.all(Array.from({ length: 130 }, (_, at) => stripe.customers.create({ name: `n${at}` })));
    expect((await backfill()).found).toBe(made.length);
  });

  it('are fetched from where a list broke off', async () => {
    const customer = await stripe.customers.create({ name: 'Behind a fault' });
    await controlSandbox(sandbox.url, '/faults', { kind: '429', path: '/v1/events', method: 'GET' });
    await expect(backfill()).rejects.toMatchObject({ code: 'payment_provider_unavailable' });
    expect(await eventsOf(customer.id)).toEqual([]);
    expect((await backfill()).found).toBe(1);
  });

  it('are fetched although the provider lists them up to two hours late', async () => {
    const provider = new Client({ connectionString: database.url });
    await provider.connect();
    const listedLate = async (minutes: number) => {
      expect(await backfill()).toEqual({ found: 0 });
      const { id } = await stripe.customers.create({ name: 'Listed late' });
      const sql = `update stripe_sandbox.events set created_at = created_at - $2 * interval '1 minute'
        where body #>> '{data,object,id}' = $1`;
      expect((await provider.query(sql, [id, minutes])).rowCount).toBe(1);
      return backfill();
    };
    try {
      expect(await listedLate(118)).toEqual({ found: 1 });
      expect(await listedLate(122)).toEqual({ found: 0 });
    } finally {
      await provider.end();
    }
  });

  it('are fetched for known connected accounts', async () => {
    const account = await stripe.accounts.create({
      type: 'express',
      country: 'US',
      capabilities: { transfers: { requested: true } },
    });
    expect((await backfill()).found).toBe(0);
    await query(
      `insert into stripe_gateway.provider_events (source, event_id, type, object_id, account, livemode, occurred_at)
       values ('connect', 'evt_heard', 'payout.paid', 'po_1', $1, false, now())`,
      [account.id],
    );
    expect((await backfill()).found).toBe(1);
    expect(await eventsOf(account.id)).toEqual([{ type: 'account.updated', account: account.id }]);
  });
});
