import { randomUUID } from 'node:crypto';
import type { ApprovalDetailView } from '@portal/approvals';
import { Reconcile, ReconciliationModule, ReconciliationWorkerModule } from '@portal/reconciliation';
import type Stripe from 'stripe';
import { recipient } from '../../../apps/stripe-sandbox/test/harness.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../apps/stripe-sandbox/src/sandbox.js';
import type {
  ExceptionDetailView,
  ExceptionView,
  ReconciliationView,
} from '../../../libs/reconciliation/src/http/reconciliation.view.js';
import type { Answer } from '../http/http-app.js';
import { eventually } from '../test-timeout.js';
import { FinanceWorld, type WorldOptions } from './finance-world.js';
import { chargeOf } from './written-rows.js';

/** The provider's books and ours, and the finance people who compare them. */
export class BooksWorld extends FinanceWorld {
  constructor(features: WorldOptions['features'] = [], sandbox: Partial<SandboxOptions> = {}) {
    super({ features: [ReconciliationModule, ReconciliationWorkerModule, ...features], sandbox });
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

  /** Events that were sent about an object, in their order. */
  async eventsOf(objectId: string): Promise<string[]> {
    const rows = await this.query<{ type: string }>(
      `select payload->>'type' as type from platform.outbox_events
        where type = 'stripe.event_received' and payload->>'object_id' = $1 order by id`,
      [objectId],
    );
    return rows.map((row) => row.type);
  }

  protected override async cleanUp(): Promise<void> {
    await this.courier?.close();
    await super.cleanUp();
  }

  async reconcile(): Promise<ReconciliationView> {
    await this.get(Reconcile).daily();
    return this.books();
  }

  async books(): Promise<ReconciliationView> {
    return (await this.read<ReconciliationView>(this.preparer, '/finance/reconciliation')).data;
  }

  async items(query = 'state=not_closed'): Promise<ExceptionView[]> {
    const answer = await this.read<{ items: ExceptionView[] }>(this.preparer, `/finance/exceptions?${query}`);
    return answer.data.items;
  }

  /** Kinds of what keeps an author out of payout runs; everybody in a currency when its author is null. */
  leftOut(): Promise<{ kind: string; org_id: string | null; currency: string }[]> {
    return this.query('select kind, org_id, currency from reconciliation.open_items() order by since, kind, org_id');
  }

  async item(id: string): Promise<ExceptionDetailView> {
    return (await this.read<ExceptionDetailView>(this.preparer, `/finance/exceptions/${id}`)).data;
  }

  act(id: string, what: string, body: object = {}, as = this.preparer): Promise<Answer<ExceptionDetailView>> {
    return this.post<ExceptionDetailView>(as, `/finance/exceptions/${id}/${what}`, body);
  }

  /** One person proposes a write-off. */
  proposeWriteOff(id: string, body: object): Promise<Answer<ApprovalDetailView>> {
    return this.post(this.preparer, `/finance/exceptions/${id}/write-off`, { reason: 'It belongs there.', ...body });
  }
  approveWriteOff(as: string, { id, digest }: ApprovalDetailView): Promise<Answer<ApprovalDetailView>> {
    return this.post(as, `/approvals/${id}/approve`, { digest });
  }
  /** By two people. */
  async writeOff(id: string, body: object): Promise<void> {
    const { data, ...proposed } = await this.proposeWriteOff(id, body);
    expect([proposed.status, proposed.error]).toEqual([201, undefined]);
    expect((await this.approveWriteOff(this.approver, data)).status).toBe(200);
  }

  /**
   * A payment at the provider that names one of our invoices; booked as billing books it, unless specified otherwise.
   */
  async charge(amount: number, options: { booked?: boolean; ours?: boolean } = {}): Promise<Stripe.Charge> {
    const metadata: Stripe.MetadataParam = options.ours === false ? {} : { invoice_id: randomUUID() };
    const charge = await chargeOf(this.stripe, amount, { metadata });
    if (options.booked !== false) await this.bookCharge(charge);
    return charge;
  }

  async bookCharge(charge: Stripe.Charge): Promise<void> {
    const entry = charge.balance_transaction as Stripe.BalanceTransaction;
    const currency = charge.currency;
    await this.bookMadeUp({
      idempotencyKey: `pay:${charge.id}`,
      legs: [
        { account: { code: 'stripe_balance', currency }, amountMinor: BigInt(charge.amount) },
        { account: { code: 'tenant_receivable', currency }, amountMinor: -BigInt(charge.amount) },
      ],
    });
    await this.bookMadeUp({
      kind: 'processor_fee',
      idempotencyKey: `fee:${entry.id}`,
      legs: [
        { account: { code: 'processor_fee', currency }, amountMinor: BigInt(entry.fee) },
        { account: { code: 'stripe_balance', currency }, amountMinor: -BigInt(entry.fee) },
      ],
    });
  }

  /** A tenant paid at the provider, and of that `amount` is the author's. */
  async earn(orgId: string, amount: number): Promise<void> {
    const charge = await this.charge(amount * 2);
    await this.bookMadeUp({
      idempotencyKey: `share:${charge.id}`,
      legs: [
        { account: { code: 'platform_revenue', currency: 'usd' }, amountMinor: BigInt(amount) },
        { account: { code: 'author_payable', ownerId: orgId, currency: 'usd' }, amountMinor: -BigInt(amount) },
      ],
    });
  }

  /** A connected account that may receive transfers. */
  async connectedAccount(): Promise<string> {
    const { id } = await recipient(this.stripe);
    await this.control(`/accounts/${id}`, { capability: 'active' });
    return id;
  }
}
