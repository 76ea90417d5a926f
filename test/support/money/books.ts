import { randomUUID } from 'node:crypto';
import { IdentityModule } from '@portal/identity';
import { Ledger, type Posting } from '@portal/ledger';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Database, TestClock, Transactor } from '@portal/platform/database';
import { Reconcile, ReconciliationModule, ReconciliationWorkerModule } from '@portal/reconciliation';
import { StripeGatewayModule } from '@portal/stripe-gateway';
import type Stripe from 'stripe';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../apps/stripe-sandbox/src/sandbox.js';
import { createEmptyDatabase, type TestDatabase } from '../database/database.js';
import { TestApp, type Answer } from '../http/http-app.js';
import { eventually } from '../test-timeout.js';
import { allowMadeUp } from './made-up-postings.js';
import { controlSandbox, sandboxStripe } from './sandbox-control.js';

const dayMs = 86_400_000;

/** An item of the worklist, as far as tests read it. */
interface Item {
  id: string;
  kind: string;
  state: string;
  currency: string;
  amount_minor: string;
  suspense_minor: string;
  blocking: boolean;
  age_days: number;
  owner_name: string | null;
  close_reason: string | null;
  facts: { name: string; value: string }[];
  write_off: { account: string; asked_by_name: string; approved_by_name: string | null } | null;
  history: { what: string; by_name: string; text: string | null }[];
}

interface Books {
  reconciled_at: string | null;
  holds: boolean | null;
  open: number;
  blocking: number;
  matched: number;
  equalities: {
    name: string;
    currency: string;
    left_minor: string;
    right_minor: string;
    under_way_minor: string;
    holds: boolean;
  }[];
}

/** The emulated provider, our ledger, and the finance people who compare them. */
export class BooksWorld {
  private constructor(
    readonly app: TestApp,
    readonly sandbox: Sandbox,
    private readonly sandboxDatabase: TestDatabase,
    readonly stripe: Stripe,
  ) {}

  preparer = '';
  approver = '';

  static async start(
    features: Parameters<typeof TestApp.start>[0] = [],
    sandboxOptions: Partial<SandboxOptions> = {},
  ): Promise<BooksWorld> {
    const database = await createEmptyDatabase();
    const sandbox = await createSandbox({ databaseUrl: database.url, ...sandboxOptions });
    const own = [IdentityModule, StripeGatewayModule, ReconciliationModule, ReconciliationWorkerModule];
    const app = await TestApp.start([...own, ...features], {
      STRIPE_API_BASE: sandbox.url,
    });
    const stripe = sandboxStripe(sandbox);
    const world = new BooksWorld(app, sandbox, database, stripe);
    await world.signIn();
    return world;
  }

  private courier: Sandbox | undefined;

  /** From now on the provider's events are really sent to us, to both endpoints. Returns our address. */
  async listen(): Promise<string> {
    await this.app.app.listen(0, '127.0.0.1');
    const url = await this.app.app.getUrl();
    this.courier = await createSandbox({
      databaseUrl: this.sandboxDatabase.url,
      webhookUrl: `${url}/api/stripe/webhooks`,
      webhookSecret: 'whsec_for_tests_only',
      connectWebhookUrl: `${url}/api/stripe/webhooks/connect`,
      connectWebhookSecret: 'whsec_for_tests_of_connect',
    });
    return url;
  }

  /** Waits until every event has been taken. */
  async delivered(): Promise<void> {
    type State = { events: { undelivered: number } };
    await eventually(
      'events that were not taken',
      async () => ((await (await fetch(`${this.sandbox.url}/_sandbox/state`)).json()) as State).events.undelivered,
      (undelivered) => undelivered === 0,
    );
  }

  /** Events passed on about an object, in their order. */
  async eventsOf(objectId: string): Promise<string[]> {
    const rows = await this.query<{ type: string }>(
      `select payload->>'type' as type from platform.outbox_events
        where type = 'stripe.event_received' and payload->>'object_id' = $1 order by id`,
      [objectId],
    );
    return rows.map((row) => row.type);
  }

  async close(): Promise<void> {
    await this.courier?.close();
    await this.sandbox.close();
    await this.app.close();
    await this.sandboxDatabase.drop();
  }

  /** Sessions end while days pass. */
  private async signIn(): Promise<void> {
    this.preparer = await this.app.demo('finance-preparer');
    this.approver = await this.app.demo('finance-approver');
  }

  query<R = Record<string, unknown>>(sql: string, params: unknown[] = []): Promise<R[]> {
    return this.app.get(Database).query<R>(sql, params);
  }

  /** Moves business time and the provider's clock on, both by the same. */
  async pass(days: number): Promise<void> {
    await this.app.get(TestClock).advance({ ms: days * dayMs }, SYSTEM_ACTOR);
    await this.control('/clock', { advance_ms: days * dayMs });
    await this.signIn();
  }

  control(path: string, body: object): Promise<Record<string, unknown>> {
    return controlSandbox(this.sandbox.url, path, body);
  }

  async reconcile(): Promise<Books> {
    await this.app.get(Reconcile).daily();
    return this.books();
  }

  async books(): Promise<Books> {
    return (await this.call<Books>('GET', '/api/v1/finance/reconciliation')).data;
  }

  async items(query = 'state=not_closed'): Promise<Item[]> {
    const answer = await this.call<{ items: Item[] }>('GET', `/api/v1/finance/exceptions?${query}`);
    return answer.data.items;
  }

  async item(id: string): Promise<Item> {
    return (await this.call<Item>('GET', `/api/v1/finance/exceptions/${id}`)).data;
  }

  call<T = Record<string, unknown>>(
    method: 'GET' | 'POST',
    url: string,
    body?: object,
    as = this.preparer,
  ): Promise<Answer<T>> {
    return this.app.call<T>({ method, url, as, ...(body === undefined ? {} : { body }) });
  }

  act(id: string, what: string, body: object = {}, as = this.preparer): Promise<Answer<Item>> {
    return this.call<Item>('POST', `/api/v1/finance/exceptions/${id}/${what}`, body, as);
  }

  async post(
    posting: Omit<Posting, 'effectiveAt' | 'kind' | 'sourceType' | 'sourceId'> & Partial<Posting>,
  ): Promise<void> {
    const made = { kind: 'invoice_paid', sourceType: 'invoice', sourceId: randomUUID(), ...posting };
    await allowMadeUp(this.app.database.url, made.kind, made.sourceType);
    await this.app.get(Transactor).run((tx) => this.app.get(Ledger).post(tx, { effectiveAt: tx.now, ...made }));
  }

  balance(
    code: 'suspense' | 'stripe_balance' | 'bad_debt' | 'bank' | 'processor_fee',
    currency = 'usd',
  ): Promise<bigint> {
    return this.app.get(Ledger).balance(this.app.get(Database), { code, currency });
  }

  /**
   * A payment at the provider that names one of our invoices; booked as billing books it, unless specified otherwise.
   */
  async charge(amount: number, options: { booked?: boolean; ours?: boolean } = {}): Promise<Stripe.Charge> {
    const intent = await this.stripe.paymentIntents.create({
      amount,
      currency: 'usd',
      payment_method: 'pm_card_bypassPending',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: options.ours === false ? {} : { invoice_id: randomUUID() },
      expand: ['latest_charge.balance_transaction'],
    });
    const charge = intent.latest_charge as Stripe.Charge;
    if (options.booked !== false) await this.bookCharge(charge);
    return charge;
  }

  async bookCharge(charge: Stripe.Charge): Promise<void> {
    const entry = charge.balance_transaction as Stripe.BalanceTransaction;
    const currency = charge.currency;
    await this.post({
      idempotencyKey: `pay:${charge.id}`,
      legs: [
        { account: { code: 'stripe_balance', currency }, amountMinor: BigInt(charge.amount) },
        { account: { code: 'tenant_receivable', currency }, amountMinor: -BigInt(charge.amount) },
      ],
    });
    await this.post({
      kind: 'processor_fee',
      idempotencyKey: `fee:${entry.id}`,
      legs: [
        { account: { code: 'processor_fee', currency }, amountMinor: BigInt(entry.fee) },
        { account: { code: 'stripe_balance', currency }, amountMinor: -BigInt(entry.fee) },
      ],
    });
  }

  /** A connected account that may receive transfers. */
  async author(): Promise<string> {
    const account = await this.stripe.v2.core.accounts.create({
      contact_email: 'author@example.com',
      dashboard: 'express',
      identity: { country: 'US', entity_type: 'individual' },
      configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
      defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
    });
    await this.control(`/accounts/${account.id}`, { capability: 'active' });
    return account.id;
  }
}
