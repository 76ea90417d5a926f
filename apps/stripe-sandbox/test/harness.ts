import Stripe from 'stripe';
import { createEmptyDatabase, type TestDatabase } from '../../../test/support/database/database.js';
import { eventually } from '../../../test/support/test-timeout.js';
import { World } from '../../../test/support/world.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../src/sandbox.js';

export const dayMs = 86_400_000;

export function sdkFor(sandbox: Pick<Sandbox, 'port'>, key = 'sk_test_sandbox'): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  });
}

/** A sandbox on a database of its own, driven by the real SDK. */
export class Harness extends World {
  sandbox!: Sandbox;
  stripe!: Stripe;
  private database!: TestDatabase;
  private readonly failures: unknown[] = [];

  constructor(private readonly options: Partial<SandboxOptions> = {}) {
    super();
  }

  async begin(): Promise<void> {
    this.database = await createEmptyDatabase();
    this.sandbox = await createSandbox({
      databaseUrl: this.databaseUrl,
      onFailure: (failure) => this.failures.push(failure),
      ...this.options,
    });
    this.stripe = sdkFor(this.sandbox);
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  async control(path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.sandbox.url}/_sandbox${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    const json = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok) throw new Error(JSON.stringify(json));
    return json;
  }

  async fault(kind: string, path: string, more: object = {}): Promise<void> {
    await this.control('/faults', { kind, path, ...more });
  }

  protected async cleanUp(): Promise<void> {
    await this.sandbox.close();
    await this.database.drop();
    expect(this.failures).toEqual([]);
  }
}

interface Refusal {
  type: string;
  code: string | undefined;
  status: number | undefined;
  param: string | undefined;
  message: string;
  requestId: string | undefined;
  raw: Record<string, unknown>;
}

/** The error of the SDK, flattened; fails when the call succeeds. */
export async function refusal(call: Promise<unknown>): Promise<Refusal> {
  try {
    await call;
  } catch (caught) {
    if (!(caught instanceof Stripe.errors.StripeError)) throw caught;
    return {
      type: caught.type,
      code: caught.code,
      status: caught.statusCode,
      param: caught.param,
      message: caught.message,
      requestId: caught.requestId,
      raw: caught.raw as Record<string, unknown>,
    };
  }
  throw new Error('the call was not refused');
}

const noRedirects = { enabled: true, allow_redirects: 'never' } as const;

/** A customer with a saved card. */
export async function payer(stripe: Stripe, card = 'pm_card_visa'): Promise<{ customer: string; method: string }> {
  const customer = await stripe.customers.create({ name: 'Tenant', email: 'tenant@example.com' });
  return { customer: customer.id, method: (await save(stripe, customer.id, card)).payment_method as string };
}

export const save = (stripe: Stripe, customer: string, card: string): Promise<Stripe.SetupIntent> =>
  stripe.setupIntents.create({
    customer,
    payment_method: card,
    confirm: true,
    automatic_payment_methods: noRedirects,
  });

export function charge(
  stripe: Stripe,
  { customer, method }: { customer?: string; method: string },
  amount: number,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
  key?: string,
): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create(
    {
      amount,
      currency: 'usd',
      ...(customer === undefined ? {} : { customer, off_session: true }),
      payment_method: method,
      confirm: true,
      automatic_payment_methods: noRedirects,
      ...more,
    },
    key === undefined ? {} : { idempotencyKey: key },
  );
}

export function recipient(stripe: Stripe, more: Partial<Stripe.V2.Core.AccountCreateParams> = {}) {
  return stripe.v2.core.accounts.create({
    contact_email: 'author@example.com',
    display_name: 'Author',
    dashboard: 'express',
    identity: { country: 'US', entity_type: 'individual' },
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
    defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
    include: ['configuration.recipient', 'requirements', 'identity'],
    ...more,
  });
}

/** A connected account that may receive transfers. */
export async function payableAccount(harness: Harness): Promise<string> {
  const account = await recipient(harness.stripe);
  await harness.control(`/accounts/${account.id}`, { capability: 'active' });
  return account.id;
}

export async function available(stripe: Stripe, account?: string): Promise<{ available: number; pending: number }> {
  const balance = await stripe.balance.retrieve({}, account === undefined ? {} : { stripeAccount: account });
  const of = (list: { amount: number; currency: string }[]) => list.find((one) => one.currency === 'usd')?.amount ?? 0;
  return { available: of(balance.available), pending: of(balance.pending) };
}

/** Waits until a condition holds; fails with its last value when it never does. */
export const until = <T>(read: () => Promise<T> | T, holds: (value: T) => boolean): Promise<T> =>
  eventually('the sandbox', read, holds);
