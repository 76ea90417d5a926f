import pg from 'pg';
import type Stripe from 'stripe';
import { createSandbox } from '../src/sandbox.js';
import { schemaVersion } from '../src/state/schema.js';
import { charge, payer, refusal, save, Harness } from './harness.js';

const harness = Harness.forTests();

const express: Stripe.AccountCreateParams = {
  country: 'DE',
  email: 'author@example.com',
  business_type: 'individual',
  controller: {
    fees: { payer: 'application' },
    losses: { payments: 'application' },
    stripe_dashboard: { type: 'express' },
  },
  capabilities: { transfers: { requested: true } },
  metadata: { reference: 'org-1' },
};

describe('accounts of the older interface', () => {
  it('are made, onboarded by a link, paid, and seen by the newer interface too', async () => {
    const account = await harness.stripe.accounts.create(express);
    expect(account).toMatchObject({
      object: 'account',
      country: 'DE',
      capabilities: { transfers: 'inactive' },
      payouts_enabled: false,
      metadata: { reference: 'org-1' },
      controller: { losses: { payments: 'application' }, stripe_dashboard: { type: 'express' } },
    });
    expect(account.requirements?.currently_due?.length).toBeGreaterThan(0);
    const link = await harness.stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      refresh_url: 'http://127.0.0.1/again',
      return_url: 'http://127.0.0.1/back',
    });
    await fetch(link.url, { method: 'POST', redirect: 'manual' });
    const after = await harness.stripe.accounts.retrieve(account.id);
    expect(after).toMatchObject({
      capabilities: { transfers: 'active' },
      payouts_enabled: true,
      details_submitted: true,
    });
    expect(
      (await harness.stripe.v2.core.accounts.retrieve(account.id, { include: ['identity'] })).identity?.country,
    ).toBe('de');
    await harness.stripe.topups.create({ amount: 100, currency: 'eur' });
    const made = await harness.stripe.transfers.create({ amount: 100, currency: 'eur', destination: account.id });
    expect(made.destination).toBe(account.id);
    const told = await harness.stripe.events.list({ type: 'account.updated' }, { stripeAccount: account.id });
    expect(told.data).toHaveLength(2);
    expect((await harness.stripe.accounts.list({ limit: 100 })).data.map((one) => one.id)).toContain(account.id);
  });

  it('can be changed and, without a balance, deleted', async () => {
    const account = await harness.stripe.accounts.create(express);
    const changed = await harness.stripe.accounts.update(account.id, {
      metadata: { reference: '', other: 'x' },
      settings: { payouts: { schedule: { interval: 'manual' } } },
    });
    expect(changed.metadata).toEqual({ other: 'x' });
    expect(changed.settings?.payouts?.schedule.interval).toBe('manual');
    expect(await harness.stripe.accounts.del(account.id)).toMatchObject({ deleted: true });
    expect(await refusal(harness.stripe.accounts.retrieve('acct_nobody'))).toMatchObject({
      code: 'account_invalid',
      status: 403,
    });
  });

  it.each([
    [{ type: 'express' }, 'type'],
    [{ country: 'Germany' }, 'country'],
    [{ capabilities: { card_payments: { requested: true } } }, 'capabilities[card_payments]'],
    [{ business_type: 'club' }, 'business_type'],
    [{ colour: 'red' }, 'colour'],
  ])('refuses %j', async (change, param) => {
    const refused = await refusal(
      harness.stripe.accounts.create({ ...express, ...change } as Stripe.AccountCreateParams),
    );
    expect(refused).toMatchObject({ status: 400, param });
  });
});

describe('tax', () => {
  const calculation = (more: object = {}, address = 'DE') =>
    harness.stripe.tax.calculations.create({
      currency: 'eur',
      line_items: [
        { amount: 1_000, reference: 'a' },
        { amount: 999, reference: 'b', tax_behavior: 'inclusive' },
      ],
      customer_details: { address: { country: address }, address_source: 'billing' },
      ...more,
    });

  it('is calculated per line, exclusive and inclusive', async () => {
    const made = await calculation();
    expect(made).toMatchObject({ tax_amount_exclusive: 190, tax_amount_inclusive: 160, amount_total: 2_189 });
    expect(made.line_items?.data.map((one) => one.amount_tax)).toEqual([190, 160]);
    const again = await harness.stripe.tax.calculations.listLineItems(made.id!);
    expect(again.data.map((one) => one.reference)).toEqual(['a', 'b']);
  });

  it('is zero for a registered business and where none is collected', async () => {
    const tax_ids = [{ type: 'eu_vat' as const, value: 'DE123456789' }];
    const reverse = await calculation({
      customer_details: { address: { country: 'DE' }, address_source: 'billing', tax_ids },
    });
    expect([reverse.tax_amount_exclusive, reverse.tax_breakdown[0]?.taxability_reason]).toEqual([0, 'reverse_charge']);
    const nowhere = await calculation({}, 'US');
    expect([nowhere.tax_amount_exclusive, nowhere.tax_breakdown[0]?.taxability_reason]).toEqual([0, 'not_collecting']);
  });

  it('is recorded once per reference, and reversed whole or in part', async () => {
    const made = await calculation();
    const committed = await harness.stripe.tax.transactions.createFromCalculation({
      calculation: made.id!,
      reference: 'inv-1',
    });
    expect(committed.line_items?.data.map((one) => one.amount_tax)).toEqual([190, 160]);
    expect(
      await refusal(
        harness.stripe.tax.transactions.createFromCalculation({ calculation: made.id!, reference: 'inv-1' }),
      ),
    ).toMatchObject({ param: 'reference' });
    const part = await harness.stripe.tax.transactions.createReversal({
      mode: 'partial',
      original_transaction: committed.id,
      reference: 'refund-1',
      line_items: [
        { amount: -500, amount_tax: -95, original_line_item: committed.line_items!.data[0]!.id, reference: 'r' },
      ],
    });
    expect(part.line_items?.data[0]).toMatchObject({ amount: -500, amount_tax: -95 });
    const whole = await harness.stripe.tax.transactions.createReversal({
      mode: 'full',
      original_transaction: committed.id,
      reference: 'refund-2',
    });
    expect(whole.line_items?.data.map((one) => one.amount_tax)).toEqual([-190, -160]);
    expect((await harness.stripe.tax.transactions.retrieve(whole.id)).type).toBe('reversal');
  });
});

describe('cards that require authentication', () => {
  const saving = (customer: string) => save(harness.stripe, customer, 'pm_card_authenticationRequiredOnSetup');

  it('are saved when the holder agrees, and not when the holder refuses', async () => {
    const { customer } = await payer(harness.stripe);
    const waiting = await saving(customer);
    expect(waiting.status).toBe('requires_action');
    await harness.control('/play', { do: 'authenticate', id: waiting.id });
    const done = await harness.stripe.setupIntents.retrieve(waiting.id, { expand: ['payment_method'] });
    expect(done).toMatchObject({ status: 'succeeded', payment_method: { customer } });
    const method = (done.payment_method as Stripe.PaymentMethod).id;
    expect((await charge(harness.stripe, { customer, method }, 1_000)).status).toBe('succeeded');
    const refused = await saving(customer);
    await harness.control('/play', { do: 'authenticate-fail', id: refused.id });
    const after = await harness.stripe.setupIntents.retrieve(refused.id);
    expect([after.status, after.last_setup_error?.code]).toEqual([
      'requires_payment_method',
      'setup_intent_authentication_failure',
    ]);
    await expect(harness.control('/play', { do: 'authenticate', id: refused.id })).rejects.toThrow('has a status');
  });

  it('complete a waiting payment when the holder agrees, and a setup intent can be cancelled', async () => {
    const intent = await charge(harness.stripe, { method: 'pm_card_authenticationRequired' }, 1_500);
    expect(intent.status).toBe('requires_action');
    await harness.control('/play', { do: 'authenticate', id: intent.id });
    expect(await harness.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 1_500,
    });
    const { customer } = await payer(harness.stripe);
    const open = await saving(customer);
    expect((await harness.stripe.setupIntents.cancel(open.id)).status).toBe('canceled');
    expect(await refusal(harness.stripe.setupIntents.cancel(open.id))).toMatchObject({
      code: 'setup_intent_unexpected_state',
    });
  });
});

describe('the control page', () => {
  const post = (form: string, headers: Record<string, string> = {}) =>
    fetch(`${harness.sandbox.url}/control`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: harness.sandbox.url,
        ...headers,
      },
    });

  it('shows the controls and changes them', async () => {
    const shown = await (await fetch(`${harness.sandbox.url}/control`)).text();
    for (const word of ['Faults of the next calls', 'Delivery of events', 'Test cards', 'Sandbox:']) {
      expect(shown).toContain(word);
    }
    expect((await post('do=fault&kind=500&path=/v1/top*&times=1')).status).toBe(303);
    expect(await refusal(harness.stripe.topups.create({ amount: 1, currency: 'usd' }))).toMatchObject({ status: 500 });
    await post('do=deliveries&withhold=customer.created&copies=2&delay_ms=0');
    expect(await harness.control('/state')).toMatchObject({
      deliveries: { withhold: ['customer.created'], copies: 2 },
    });
    await post('do=deliveries-plain');
    const charged = (await charge(harness.stripe, { method: 'pm_card_visa' }, 2_000)).latest_charge as string;
    await post(`do=refund&id=${charged}`);
    expect(await harness.stripe.charges.retrieve(charged)).toMatchObject({ refunded: true });
    expect((await post(`do=refund&id=${charged}`)).status).toBe(400);
  });

  it('accepts no form of another page', async () => {
    const before = await harness.control('/clock');
    expect((await post('do=clock&days=3', { origin: 'http://elsewhere.example' })).status).toBe(403);
    expect((await post('do=clock&days=3', { origin: '' })).status).toBe(403);
    expect((await harness.control('/clock'))['offset_ms']).toBe(before['offset_ms']);
  });
});

it('a sandbox does not change a schema of another version', async () => {
  const client = new pg.Client({ connectionString: harness.databaseUrl });
  await client.connect();
  const setVersion = (version: number) =>
    client.query('update stripe_sandbox.schema_version set version = $1', [version]);
  try {
    await setVersion(99);
    await expect(createSandbox({ databaseUrl: harness.databaseUrl })).rejects.toThrow('another version');
  } finally {
    await setVersion(schemaVersion);
    await client.end();
  }
});
