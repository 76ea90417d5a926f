import type Stripe from 'stripe';
import { createSandbox } from '../src/sandbox.js';
import { dayMs, recipient, refusal, sdkFor, Harness } from './harness.js';

const harness = Harness.forTests();

const linkFor = (account: string) =>
  harness.stripe.v2.core.accountLinks.create({
    account,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: {
        refresh_url: 'http://127.0.0.1/again',
        return_url: 'http://127.0.0.1/back?from=stripe',
      },
    },
  });
const post = (url: string, body = '') =>
  fetch(url, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const capabilityOf = async (id: string) => {
  const account = await harness.stripe.v2.core.accounts.retrieve(id, {
    include: ['configuration.recipient', 'requirements'],
  });
  return {
    status: account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status,
    open: account.requirements?.entries?.map((entry) => entry.description),
  };
};

describe('onboarding', () => {
  it('starts with open requirements, and the hosted page makes the account payable', async () => {
    const account = await recipient(harness.stripe);
    expect(await capabilityOf(account.id)).toMatchObject({ status: 'restricted' });
    expect((await capabilityOf(account.id)).open).toContain('configuration.recipient.default_outbound_destination');
    const link = await linkFor(account.id);
    const shown = await fetch(link.url);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await shown.text()).toContain('Complete onboarding');
    const done = await post(link.url, 'outcome=complete');
    expect([done.status, done.headers.get('location')]).toEqual([303, 'http://127.0.0.1/back?from=stripe']);
    expect(await capabilityOf(account.id)).toEqual({ status: 'active', open: [] });
  });

  it('an unreadable document leaves a requirement with its reason', async () => {
    const account = await recipient(harness.stripe);
    await post((await linkFor(account.id)).url, 'outcome=unreadable');
    expect(await capabilityOf(account.id)).toMatchObject({ status: 'restricted' });
    const { requirements } = await harness.stripe.v2.core.accounts.retrieve(account.id, { include: ['requirements'] });
    expect(requirements?.entries?.[0]?.errors[0]?.code).toBe('verification_document_not_readable');
  });

  it('a used, an expired and an unknown link do nothing', async () => {
    const account = await recipient(harness.stripe);
    const used = await linkFor(account.id);
    await post(used.url, 'outcome=unreadable');
    expect((await post(used.url)).headers.get('location')).toBe('http://127.0.0.1/again');
    const old = await linkFor(account.id);
    await harness.control('/clock', { advance_ms: 10 * 60_000 });
    expect((await post(old.url)).headers.get('location')).toBe('http://127.0.0.1/again');
    expect((await post(old.url.replace(/.$/, '-'))).status).toBe(404);
    expect(await capabilityOf(account.id)).toMatchObject({ status: 'restricted' });
  });

  it.each([
    [{ identity: { entity_type: 'individual' } }, 'identity.country'],
    [{ identity: { country: 'Switzerland' } }, 'identity.country'],
    [{ contact_email: undefined }, 'contact_email'],
  ])('refuses to create %j', async (change, param) => {
    const refused = await refusal(recipient(harness.stripe, change as Partial<Stripe.V2.Core.AccountCreateParams>));
    expect(refused).toMatchObject({ status: 400, param });
  });

  it('shows only the parts of an account that were asked for', async () => {
    const { id } = await recipient(harness.stripe);
    const bare = await harness.stripe.v2.core.accounts.retrieve(id);
    expect([bare.configuration, bare.identity, bare.requirements]).toEqual([null, null, null]);
    const found = await harness.stripe.v2.core.accounts.list({ applied_configurations: ['recipient'] });
    expect(found.data.map((one) => one.id)).toContain(id);
  });
});

describe('events', () => {
  it('can be listed by type, for 30 days', async () => {
    await harness.stripe.customers.create({});
    const types = await harness.stripe.events.list({ types: ['customer.created'], limit: 100 });
    expect(new Set(types.data.map((one) => one.type))).toEqual(new Set(['customer.created']));
    await harness.control('/clock', { advance_ms: 31 * dayMs });
    expect((await harness.stripe.events.list({})).data).toEqual([]);
  });
});

describe('a sandbox on an existing database', () => {
  it('keeps objects, clock and keys, and several may start on one database at once', async () => {
    const made = await harness.stripe.customers.create({ name: 'Kept' }, { idempotencyKey: 'kept' });
    const before = await harness.control('/clock');
    const others = await Promise.all([1, 2].map(() => createSandbox({ databaseUrl: harness.databaseUrl })));
    try {
      for (const other of others) {
        const sdk = sdkFor(other);
        expect((await sdk.customers.create({ name: 'Kept' }, { idempotencyKey: 'kept' })).id).toBe(made.id);
        const clock = (await (await fetch(`${other.url}/_sandbox/clock`)).json()) as { offset_ms: number };
        expect(clock.offset_ms).toBe(before['offset_ms']);
      }
    } finally {
      for (const other of others) await other.close();
    }
  });

  it('describes itself and shows the balance on the page at /', async () => {
    await harness.stripe.topups.create({ amount: 4_242, currency: 'usd' });
    const html = await (await fetch(harness.sandbox.url)).text();
    expect(html).toContain('No real money moves here');
    expect(html).toContain('4242');
  });

  it('refuses to start with a live key', async () => {
    await expect(createSandbox({ databaseUrl: harness.databaseUrl, secretKey: 'sk_live_x' })).rejects.toThrow(
      /sk_test_/,
    );
  });
});
