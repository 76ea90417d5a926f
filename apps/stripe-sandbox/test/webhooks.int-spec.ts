import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { listen } from '../../../test/support/processes/processes.js';
import { dayMs, payableAccount, refusal, until, Harness } from './harness.js';

interface Received {
  id: string;
  status: number;
  path: string;
  type: string;
  account: string | undefined;
  verified: string[];
}

const secrets = { platform: 'whsec_of_the_platform_', connect: 'whsec_of_the_accounts_' };
const received: Received[] = [];
const answers: number[] = [];
let listener: Server;
let harness: Harness;

beforeAll(async () => {
  listener = createServer((request, response) => {
    void take(request).then((status) => response.writeHead(status).end());
  });
  await listen(listener);
  const base = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  harness = await Harness.start({
    webhookUrl: `${base}/platform`,
    webhookSecret: secrets.platform,
    connectWebhookUrl: `${base}/connect`,
    connectWebhookSecret: secrets.connect,
  });
});
afterAll(async () => {
  await harness.close();
  await new Promise((resolve) => listener.close(resolve));
});
beforeEach(async () => {
  await harness.control('/webhooks', {});
  await drained();
  received.length = 0;
});

/** Notes the event and returns the status to answer. */
async function take(request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const header = String(request.headers['stripe-signature']);
  const verified = Object.entries(secrets)
    .filter(([, secret]) => {
      try {
        return Stripe.webhooks.signature?.verifyHeader(body, header, secret, 300);
      } catch {
        return false;
      }
    })
    .map(([name]) => name);
  const { id, type, account } = JSON.parse(body.toString()) as { id: string; type: string; account?: string };
  const status = answers.shift() ?? 200;
  received.push({ id, status, path: request.url ?? '', type, account, verified });
  return status;
}

const drained = () =>
  until(
    () => harness.control('/state'),
    (state) => (state['events'] as { undelivered: number }).undelivered === 0,
  );
const named = (name: string) => harness.stripe.customers.create({ name });

describe('two endpoints', () => {
  it('receive only their own events, each signed with its own secret', async () => {
    const account = await payableAccount(harness);
    await harness.stripe.topups.create({ amount: 500, currency: 'usd' });
    await harness.stripe.transfers.create({ amount: 500, currency: 'usd', destination: account });
    await harness.control('/clock', { advance_ms: 3 * dayMs });
    await drained();
    const byPath = (path: string) => received.filter((one) => one.path === path);
    expect(byPath('/connect').map((one) => one.type)).toEqual(['payout.created', 'payout.updated', 'payout.paid']);
    expect(byPath('/connect').every((one) => one.account === account && one.verified.join() === 'connect')).toBe(true);
    expect(byPath('/platform').map((one) => one.type)).toEqual(
      expect.arrayContaining([
        'transfer.created',
        'v2.core.account[configuration.recipient].capability_status_updated',
      ]),
    );
    expect(byPath('/platform').every((one) => one.account === undefined && one.verified.join() === 'platform')).toBe(
      true,
    );
  });

  it('created by the API show their secret once, get only the chosen events, and get nothing after they are deleted', async () => {
    const base = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    const made = await harness.stripe.webhookEndpoints.create({
      url: `${base}/third`,
      enabled_events: ['customer.created'],
    });
    expect(made.secret).toMatch(/^whsec_/);
    expect(await harness.stripe.webhookEndpoints.retrieve(made.id)).not.toHaveProperty('secret');
    await named('heard by two');
    await harness.stripe.topups.create({ amount: 1, currency: 'usd' });
    await drained();
    expect(received.filter((one) => one.path === '/third').map((one) => one.type)).toEqual(['customer.created']);
    await harness.stripe.webhookEndpoints.del(made.id);
    received.length = 0;
    await named('heard by one');
    await drained();
    expect(received.map((one) => one.path)).toEqual(['/platform']);
    expect(await refusal(harness.stripe.webhookEndpoints.retrieve(made.id))).toMatchObject({ status: 404 });
    expect(await refusal(harness.stripe.webhookEndpoints.create({ url: 'here', enabled_events: ['*'] }))).toMatchObject(
      {
        code: 'url_invalid',
      },
    );
  });
});

it('events are delivered until they are accepted, and then no more', async () => {
  answers.push(500, 503);
  const customer = await named('refused');
  await drained();
  expect(received).toMatchObject([500, 503, 200].map((status) => ({ type: 'customer.created', status })));
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  expect(await harness.stripe.events.retrieve(received[0]!.id)).toMatchObject({
    data: { object: { id: customer.id } },
    pending_webhooks: 0,
    request: { id: expect.any(String) },
  });
});

describe('deliveries', () => {
  it('can be sent twice', async () => {
    await harness.control('/webhooks', { copies: 2 });
    await named('twice');
    await drained();
    expect(received.map((one) => one.type)).toEqual(['customer.created', 'customer.created']);
  });

  it('can be withheld, found by the list of undelivered events, and released newest first', async () => {
    await harness.control('/webhooks', { withhold: ['customer.*'] });
    const made = await named('late');
    await harness.stripe.customers.update(made.id, { name: 'later' });
    await harness.stripe.topups.create({ amount: 2, currency: 'usd' });
    // What was received counts as delivered only once its answer was read.
    const missed = await until(
      () => harness.stripe.events.list({ delivery_success: false }),
      ({ data }) => data.length === 2,
    );
    expect(received.map((one) => one.type)).toEqual(['topup.created', 'topup.succeeded']);
    expect(missed.data.map((one) => [one.type, one.pending_webhooks])).toEqual([
      ['customer.updated', 1],
      ['customer.created', 1],
    ]);
    await harness.control('/webhooks', { newest_first: true });
    await drained();
    expect(received.slice(2).map((one) => one.type)).toEqual(['customer.updated', 'customer.created']);
    expect((await harness.stripe.events.list({ delivery_success: false })).data).toEqual([]);
  });

  it('can be delayed until the delay is removed', async () => {
    await harness.control('/webhooks', { delay_ms: 3_600_000 });
    await named('slow');
    await harness.stripe.events.list({});
    expect(received).toEqual([]);
    await harness.control('/webhooks', {});
    await drained();
    expect(received).toHaveLength(1);
  });

  it.each([
    [{ withhold: 'all' }, 'withhold'],
    [{ copies: 9 }, 'copies'],
    [{ delay_ms: -1 }, 'delay_ms'],
    [{ speed: 1 }, 'speed'],
  ])('are not changed by %j, which is refused', async (rules, param) => {
    await expect(harness.control('/webhooks', rules)).rejects.toThrow(param);
  });
});
