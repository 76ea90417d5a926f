import 'reflect-metadata';
import { Global, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PlatformHttpModule, PlatformModule } from '@portal/platform';
import { Authenticator } from '@portal/platform/access';
import type { Config } from '@portal/platform/config';
import { Database } from '@portal/platform/database';
import { createHttpApp } from '@portal/platform/http';
import { Client } from 'pg';
import { createSandbox } from '../../../../apps/stripe-sandbox/src/sandbox.js';
import { testConfig } from '../../../../test/support/config.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/database.js';
import { WatchedAnswers } from '../../../../test/support/http/watched-answers.js';
import { purgeOld } from '../../../../test/support/purge-old.js';
import { until } from '../../../../test/support/test-timeout.js';
import { StripeGatewayModule } from '../index.js';
import { intentEvent, stripeSignature } from '../../../../test/support/money/stripe-signature.js';
import { sandboxStripe } from '../../../../test/support/money/sandbox-control.js';

const secret = 'whsec_for_tests_only';

class NobodySignsIn extends Authenticator {
  authenticate(): Promise<null> {
    return Promise.resolve(null);
  }
}

@Global()
@Module({ providers: [{ provide: Authenticator, useClass: NobodySignsIn }], exports: [Authenticator] })
class NobodyModule {}

function appWith(config: Config): Promise<NestFastifyApplication> {
  @Module({
    imports: [PlatformModule.forRoot(config, 'test'), NobodyModule, PlatformHttpModule, StripeGatewayModule],
  })
  class SpecModule {}
  return createHttpApp(SpecModule);
}

let database: TestDatabase;
let app: NestFastifyApplication;
let answers: WatchedAnswers;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await appWith(testConfig(database.url));
  answers = new WatchedAnswers(app);
  await app.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await app.close();
  await database.drop();
  answers.mustBeDescribed();
});

const eventOf = (id: string, more: object = {}): string => intentEvent(id, { id: 'pi_1', amount: 999_999 }, more);
const sign = (body: string, { at = 0, key = secret } = {}): string => stripeSignature(body, key, -at);
const send = async (
  body: string,
  header: string | undefined = sign(body),
  type = 'application/json',
  to: { app?: NestFastifyApplication; url?: string } = {},
) => {
  const answer = await (to.app ?? app).inject({
    method: 'POST',
    url: to.url ?? '/api/stripe/webhooks',
    payload: body,
    headers: { 'content-type': type, ...(header === undefined ? {} : { 'stripe-signature': header }) },
  });
  const json = JSON.parse(answer.body) as { ok: boolean; error?: string; data?: { repeated: boolean } };
  return { status: answer.statusCode, error: json.error, repeated: json.data?.repeated };
};
const kept = (id: string) =>
  app
    .get(Database)
    .query<{ type: string; object_id: string | null }>(
      'select type, object_id from stripe_gateway.provider_events where event_id = $1',
      [id],
    );
const emitted = (id: string) =>
  app
    .get(Database)
    .query<{ payload: object }>(
      `select payload from platform.outbox_events where type = 'stripe.event_received' and payload->>'event_id' = $1`,
      [id],
    );

describe('the webhook endpoint', () => {
  it('keeps an event and passes it on, without what the event claims about the object', async () => {
    expect(await send(eventOf('evt_a'))).toEqual({ status: 200, error: undefined, repeated: false });
    expect(await kept('evt_a')).toEqual([{ type: 'payment_intent.succeeded', object_id: 'pi_1' }]);
    expect(await emitted('evt_a')).toEqual([
      { payload: { event_id: 'evt_a', type: 'payment_intent.succeeded', object_id: 'pi_1' } },
    ]);
  });

  it('accepts a repeated event with 200 and does not pass it on again, even when all arrive concurrently', async () => {
    const body = eventOf('evt_b');
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(body)));
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers.filter((one) => !one.repeated)).toHaveLength(1);
    expect(await emitted('evt_b')).toHaveLength(1);
    expect(await kept('evt_b')).toHaveLength(1);
  });

  it('passes an event on once, also after its row went, and refuses to lose a row before', async () => {
    const body = eventOf('evt_old');
    await send(body);
    const owner = new Client({ connectionString: database.url });
    await owner.connect();
    const old = { created: Math.floor(Date.now() / 1_000) - 401 * 86_400 };
    try {
      await owner.query(
        `set session_replication_role = 'replica'; update stripe_gateway.provider_events
         set received_at = now() - interval '401 days', occurred_at = now() - interval '401 days' where event_id = 'evt_old'`,
      );
      await purgeOld(app);
      expect(await kept('evt_old')).toEqual([]);
      expect(await send(eventOf('evt_old', old))).toMatchObject({ status: 200, repeated: true });
      expect(await emitted('evt_old')).toHaveLength(1);
      await owner.query(`set session_replication_role = 'origin'; set role portal_app`);
      await expect(owner.query('delete from stripe_gateway.provider_events')).rejects.toThrow(
        'a row that is not old stays as it is',
      );
    } finally {
      await owner.end();
    }
  });

  it('takes an event for old by the earlier of two clocks: a demo is dated months back, a test months ahead', async () => {
    const owner = new Client({ connectionString: database.url });
    await owner.connect();
    await owner.query(`set session_replication_role = 'replica'`);
    const ago = (days: number) => ({ created: Math.floor(Date.now() / 1_000) - days * 86_400 });
    const taken = async (days: number, offsetDays: number) => {
      await owner.query('update platform.test_clock set offset_ms = $1', [offsetDays * 86_400_000]);
      const id = `evt_${days}_${Math.abs(offsetDays)}`;
      await send(eventOf(id, ago(days)));
      return (await kept(id)).length === 1;
    };
    try {
      expect([await taken(89, 0), await taken(91, 0)]).toEqual([true, false]);
      expect([await taken(200, -120), await taken(211, -120)]).toEqual([true, false]);
      expect([await taken(89, 30), await taken(91, 30)]).toEqual([true, false]);
    } finally {
      await owner.query('update platform.test_clock set offset_ms = 0');
      await owner.end();
    }
  });

  it('refuses a body that is not the one that was signed, and stores nothing', async () => {
    const body = eventOf('evt_c');
    for (const [sent, signature] of [
      [body, sign(body, { key: 'whsec_guessed_by_someone' })],
      [body, sign(body, { at: -310 })],
      [body.replace('999999', '999998'), sign(body)],
      [body, ''],
    ] as const)
      expect(await send(sent, signature)).toMatchObject({ status: 400, error: 'webhook_signature_invalid' });
    expect(await send('', sign(''))).toMatchObject({ status: 400 });
    expect(await kept('evt_c')).toEqual([]);
    expect(await emitted('evt_c')).toEqual([]);
  });

  it('refuses a signed body that is not an event, and a body that is not JSON', async () => {
    expect(await send('{"hello":1}')).toMatchObject({ status: 400, error: 'invalid_request' });
    expect(await send('[]')).toMatchObject({ status: 400, error: 'invalid_request' });
    expect(await send('{')).toMatchObject({ status: 400, error: 'invalid_request' });
    const body = eventOf('evt_d');
    expect(await send(body, sign(body), 'text/plain')).toMatchObject({ status: 415 });
    expect(await send(eventOf('evt_big', { padding: 'x'.repeat(300_000) }))).toMatchObject({ status: 413 });
  });

  it('is closed while no secret is set', async () => {
    const config = testConfig(database.url);
    Object.defineProperty(config, 'stripe', {
      value: { ...config.stripe, webhookSecrets: [] },
    });
    const closed = await appWith(config);
    await closed.init();
    await closed.getHttpAdapter().getInstance().ready();
    try {
      const body = eventOf('evt_closed');
      expect(await send(body, sign(body, { key: '' }), undefined, { app: closed })).toMatchObject({
        status: 403,
        error: 'webhook_closed',
      });
    } finally {
      await closed.close();
    }
  });

  const connect = { url: '/api/stripe/webhooks/connect' };
  const connectSecret = 'whsec_for_tests_of_connect';

  it('has a path and a secret of its own for events of connected accounts, which name the account', async () => {
    const body = eventOf('evt_connect', { type: 'payout.failed', account: 'acct_1' });
    expect(await send(body, sign(body), undefined, connect)).toMatchObject({ error: 'webhook_signature_invalid' });
    expect(await send(body, sign(body))).toMatchObject({ error: 'invalid_request' });
    expect(await send(body, sign(body, { key: connectSecret }))).toMatchObject({ error: 'webhook_signature_invalid' });
    const own = eventOf('evt_own');
    expect(await send(own, sign(own, { key: connectSecret }), undefined, connect)).toMatchObject({
      error: 'invalid_request',
    });
    expect(await send(body, sign(body, { key: connectSecret }), undefined, connect)).toMatchObject({ repeated: false });
    expect(await emitted('evt_connect')).toEqual([
      { payload: { event_id: 'evt_connect', type: 'payout.failed', object_id: 'pi_1', account: 'acct_1' } },
    ]);
  });

  it('accepts what the sandbox really sends, v1 and thin', async () => {
    const sandbox = await createSandbox({
      databaseUrl: database.url,
      webhookUrl: `${await app.getUrl()}/api/stripe/webhooks`,
      webhookSecret: secret,
    });
    try {
      const stripe = sandboxStripe(sandbox);
      const customer = await stripe.customers.create({ name: 'Seen' });
      const account = await stripe.v2.core.accounts.create({
        contact_email: 'a@example.com',
        identity: { country: 'us' },
        configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
      });
      const stored = () =>
        app
          .get(Database)
          .query<{ type: string; object_id: string }>(
            'select type, object_id from stripe_gateway.provider_events where object_id = any($1) order by type',
            [[customer.id, account.id]],
          );
      await until(async () => (await stored()).length >= 2);
      expect(await stored()).toEqual([
        { type: 'customer.created', object_id: customer.id },
        { type: 'v2.core.account.created', object_id: account.id },
      ]);
    } finally {
      await sandbox.close();
    }
  });
});
