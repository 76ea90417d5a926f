import { randomUUID } from 'node:crypto';
import { BillingWorkerModule, SyncDispute } from '@portal/billing';
import { Ledger, LedgerModule } from '@portal/ledger';
import { PayoutsModule, PayoutsWorkerModule } from '@portal/payouts';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Database, Transactor } from '@portal/platform/database';
import { Reconcile, ReconciliationModule, ReconciliationWorkerModule } from '@portal/reconciliation';
import { Client } from 'pg';
import type Stripe from 'stripe';
import { CloseMonth } from '../../../libs/billing/src/invoicing/close-month.js';
import { RequestClose } from '../../../libs/billing/src/invoicing/request-close.js';
import type { Answer } from './http-app.js';
import { InstallingWorld } from '../drives/installing-world.js';
import type { Author } from '../drives/listings.js';
import { allowMadeUp } from '../money/made-up-postings.js';
import { PRICE } from './retried-routes.js';
import { controlSandbox, sandboxStripe } from '../money/sandbox-control.js';
import { chargeOf, insertSegment, insertSurplus } from '../money/written-rows.js';
import { hostToken } from './host-token.js';
import { nowOperates } from '../people/operator.js';

const SLUG = 'retried-drive';
/** How many rows there are, by table and state, balances of the accounts, and objects at the provider. */
export type Everything = Readonly<Record<string, bigint>>;

/**
 * Billing, payouts, installs and the payment sandbox in this process, where the worker's jobs run when a test calls
 * them, for further api processes. All money is real to the sandbox, so that the books agree with it.
 */
export class RetriedMoney {
  private months = 0;
  private serial = 0;
  private counting = '';
  private account = '';
  admin = '';
  host = '';
  preparer = '';
  approver = '';
  operator = '';

  private constructor(
    readonly world: InstallingWorld,
    readonly owner: Client,
    private readonly processor: Client,
    /** An author with a ready payout account, and one without. */
    readonly payee: Author,
    readonly earner: Author,
  ) {}

  static async start(more: readonly (new () => unknown)[] = []): Promise<RetriedMoney> {
    const world = await InstallingWorld.start(SLUG, [
      ...[LedgerModule, BillingWorkerModule, PayoutsModule, PayoutsWorkerModule],
      ...[ReconciliationModule, ReconciliationWorkerModule, ...more],
    ]);
    const [owner, processor] = [world.listings.app.database.url, world.sandboxUrl].map(
      (connectionString) => new Client({ connectionString }),
    ) as [Client, Client];
    await Promise.all([owner.connect(), processor.connect()]);
    const { listings } = world;
    const one = new RetriedMoney(
      world,
      owner,
      processor,
      await listings.author('payee'),
      await listings.author('earner'),
    );
    await one.furnish();
    return one;
  }

  private async furnish(): Promise<void> {
    await this.signIn();
    await this.must(this.payee.cookie, '/author/payout-account');
    const account = await this.one<{ id: string }>(
      'select provider_account_id as id from payouts.payout_accounts where org_id = $1',
      [this.payee.orgId],
    );
    this.account = account.id;
    await this.payeeCan('active');
    // Things that exist only once: the first install of a Drive, the running month.
    await this.installed();
    const { rows } = await this.owner.query<{ name: string; state: boolean }>(
      `select format('%I.%I', n.nspname, c.relname) as name,
         exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'state' and not a.attisdropped) as state
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname !~ '^pg_|^(information_schema|public)$' order by 1`,
    );
    this.counting = rows
      .filter(({ name }) => !NOT_OF_A_REQUEST.has(name))
      .map(({ name, state }) => {
        const what = state ? `concat_ws(' ', '${name}', state)` : `'${name}'`;
        return `select ${what} as what, count(*) as n from ${name} group by 1`;
      })
      .join(' union all ');
  }

  /** Sessions of staff and operator, with a fresh proof of who they are. */
  async signIn(): Promise<void> {
    const { app } = this.world.listings;
    [this.admin, this.preparer, this.approver, this.operator] = [
      await app.demo('admin'),
      await app.demo('finance-preparer'),
      await app.demo('finance-approver'),
      await app.demo('operator'),
    ];
    this.host = await hostToken(app);
  }

  async close(): Promise<void> {
    await this.owner.end();
    await this.processor.end();
    await this.world.close();
  }

  get databaseUrl(): string {
    return this.world.listings.app.database.url;
  }

  /** The worker's processing of everything pending. */
  work(): Promise<void> {
    return this.world.listings.work();
  }

  /** Drops the waiting events of a type, so that the worker never gets them. */
  async unheard(type: string): Promise<void> {
    await this.owner.query(
      'update platform.outbox_events set relayed_at = clock_timestamp() where type = $1 and relayed_at is null',
      [type],
    );
  }

  async everything(): Promise<Everything> {
    const read = async (client: Client, sql: string): Promise<[string, bigint][]> =>
      (await client.query<{ what: string; n: string }>(sql)).rows.map(({ what, n }) => [what, BigInt(n)]);
    return Object.fromEntries([
      ...(await read(this.owner, this.counting)),
      ...(await read(
        this.owner,
        `select concat_ws(' ', 'balance of', a.code, a.currency) as what, sum(e.amount) as n
         from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id group by 1`,
      )),
      ...(await read(
        this.processor,
        `select concat_ws(' ', 'at the provider:', kind, data->>'status') as what, count(*) as n from stripe_sandbox.objects group by 1`,
      )),
      ...(await read(
        this.processor,
        `select concat_ws(' ', 'balance at the provider:', account, currency) as what, total as n from stripe_sandbox.balances`,
      )),
    ]);
  }

  post<T = Record<string, unknown>>(as: string, url: string, body: object = {}): Promise<Answer<T>> {
    return this.world.call<T>(as, 'POST', url, body);
  }

  /** As `post`, for calls that must succeed. */
  async must<T = { id: string }>(as: string, url: string, body: object = {}): Promise<T> {
    const answer = await this.post<T>(as, url, body);
    if (answer.status >= 300) throw new Error(`${url}: ${answer.status} ${answer.body.slice(0, 400)}`);
    return answer.data;
  }

  async one<T extends object>(sql: string, values: unknown[] = []): Promise<T> {
    return (await this.owner.query<T>(sql, values)).rows[0]!;
  }

  control(path: string, body: object): Promise<Record<string, unknown>> {
    return controlSandbox(this.world.sandbox.url, path, body);
  }

  stripe(): Stripe {
    return sandboxStripe(this.world.sandbox);
  }

  /** A tenant of the demo operator with one venture, and its ids at the host. */
  async tenant(): Promise<{ id: string; external: string; venture: string }> {
    const external = `tenant-${(this.serial += 1)}`;
    const { id } = await this.must(this.admin, '/host/tenants', {
      name: `Tenant ${this.serial}`,
      external_id: external,
    });
    const { id: venture } = await this.must(this.admin, `/host/tenants/${id}/ventures`, {
      name: 'Shop',
      external_id: 'shop',
    });
    const { app } = this.world.listings;
    const { id: userId } = await this.one<{ id: string }>(
      `select id from identity.users where email = 'operator@demo.local'`,
    );
    await nowOperates(app.get(Database), userId, id);
    await this.work();
    return { id, external, venture };
  }

  /** Terms that the operator accepts to install the plugin into a venture. */
  async wish(venture: string): Promise<Record<string, unknown>> {
    const { digest, permissions } = await this.world.plugin();
    return {
      venture_id: venture,
      drive_id: this.world.drive.driveId,
      digest,
      permissions: permissions.map((one) => one.name),
      config: { brand_name: 'Acme', tone: 'plain' },
    };
  }

  /** A running install, by its operator. */
  async installed(): Promise<{ id: string }> {
    const { id: tenant, venture } = await this.tenant();
    await this.card(tenant, 'pm_card_visa');
    const { id } = await this.must(this.operator, '/operator/installs', await this.wish(venture));
    await this.work();
    return { id };
  }

  /** A month that is not closed yet; they begin with 2012. */
  nextMonth(): string {
    const n = this.months++;
    return `${2012 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`;
  }

  async closeMonth(month = this.nextMonth()): Promise<string> {
    const { app } = this.world.listings;
    await app.get(RequestClose).execute(SYSTEM_ACTOR, month);
    await app.get(CloseMonth).execute(month);
    return month;
  }

  /** A tenant that owes for a month of one install; it is charged by `work`, or on request. */
  async owing(card: string, orgId = this.earner.orgId): Promise<{ id: string; tenant: string }> {
    const { id: tenant } = await this.tenant();
    await this.card(tenant, card);
    const month = this.nextMonth();
    await this.segment(tenant, orgId, month);
    await this.closeMonth(month);
    const { id } = await this.one<{ id: string }>('select id from billing.invoices where tenant_id = $1', [tenant]);
    return { id, tenant };
  }

  async card(tenant: string, card: string): Promise<void> {
    await this.must(this.operator, `/operator/tenants/${tenant}/payment-method`, { payment_method: card });
  }

  async segment(tenantId: string, orgId: string, month: string): Promise<void> {
    const to = new Date(`${month}-01T00:00:00Z`);
    to.setUTCMonth(to.getUTCMonth() + 1);
    const during = { from: `${month}-01T00:00:00Z`, to: to.toISOString() };
    await insertSegment((...asked) => this.owner.query(...asked), {
      tenantId,
      orgId,
      amount: BigInt(PRICE),
      ...during,
    });
  }

  /** Whose card was refused. */
  async pastDue(): Promise<{ id: string; tenant: string }> {
    const invoice = await this.owing('pm_card_chargeCustomerFail');
    await this.work();
    return invoice;
  }

  async paid(orgId?: string): Promise<{ id: string; tenant: string }> {
    const invoice = await this.owing('pm_card_bypassPending', orgId);
    await this.work();
    return invoice;
  }

  /** One more author with an active account, however many signed up before. */
  async author(): Promise<Author> {
    await this.owner.query('delete from identity.attempts');
    return this.world.listings.author(`author-${(this.serial += 1)}`);
  }

  /** An author who has left and owes us; their organisation. */
  async indebted(): Promise<string> {
    const { orgId } = await this.author();
    await this.owner.query(`update authors.developer_accounts set state = 'terminated' where org_id = $1`, [orgId]);
    await allowMadeUp(this.databaseUrl, 'correction', 'correction');
    const { app } = this.world.listings;
    const sourceId = randomUUID();
    await app.get(Transactor).run((tx) =>
      app.get(Ledger).post(tx, {
        kind: 'correction',
        idempotencyKey: `correction:${sourceId}`,
        sourceType: 'correction',
        sourceId,
        effectiveAt: tx.now,
        legs: [
          { account: { code: 'author_payable', ownerId: orgId, currency: 'usd' }, amountMinor: 1_000n },
          { account: { code: 'platform_revenue', currency: 'usd' }, amountMinor: -1_000n },
        ],
      }),
    );
    return orgId;
  }

  /** Stored capabilities of the payee's account at the provider. */
  async payeeCan(capability: string): Promise<void> {
    await this.control(`/accounts/${this.account}`, { capability });
    if (capability === 'active') await this.must(this.payee.cookie, '/author/payout-account/refresh');
  }

  /** A dispute of a payment that can be answered. */
  async disputed(outcome?: 'won' | 'lost'): Promise<string> {
    const { id } = await this.paid();
    const payment = await this.one<{ intent: string }>(
      'select payment_intent_id as intent from billing.payments where invoice_id = $1',
      [id],
    );
    const made = await this.control('/disputes', { payment_intent: payment.intent });
    await this.world.listings.app.get(SyncDispute).execute(made['id'] as string);
    if (outcome) {
      await this.control(`/disputes/${made['id'] as string}`, { outcome });
      await this.world.listings.app.get(SyncDispute).execute(made['id'] as string);
    }
    await this.work();
    const dispute = await this.one<{ id: string }>('select id from billing.disputes where provider_dispute_id = $1', [
      made['id'],
    ]);
    return dispute.id;
  }

  /** The exception for a payment at the provider that is unknown here. */
  async unexplained(): Promise<string> {
    await chargeOf(this.stripe(), PRICE);
    await this.world.listings.app.get(Reconcile).daily();
    await this.work();
    return (
      await this.one<{ id: string }>(
        `select id from reconciliation.items where suspense <> 0 and state = 'open' order by opened_at desc, id desc limit 1`,
      )
    ).id;
  }

  /** An invoice that was paid, and paid once more by an attempt that was given up. */
  async paidTwice(): Promise<string> {
    const { id } = await this.paid();
    const again = await chargeOf(this.stripe(), PRICE, { metadata: { invoice_id: id }, expand: ['latest_charge'] });
    await insertSurplus(this.owner, id, { ...again, charge: again.id });
    return id;
  }

  /** The payee is owed the share of one invoice, neither more nor less, and the books were compared. */
  async payable(): Promise<void> {
    const owed = await this.one<{ owed: string }>(
      `select coalesce(sum(-e.amount), 0)::text as owed from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id
       where a.code = 'author_payable' and a.owner_id = $1`,
      [this.payee.orgId],
    );
    if (owed.owed === '0') await this.paid(this.payee.orgId);
    await this.world.listings.app.get(Reconcile).daily();
    await this.work();
  }
}

/** Whatever is made when it is first needed, or with time, does not show how often a request had an effect. */
const NOT_OF_A_REQUEST: ReadonlySet<string> = new Set([
  'platform.idempotency_keys',
  'platform.status_days',
  'ledger.ledger_account',
  'ledger.account_balance',
  'ledger.account_snapshot',
  'installs.event_counts',
  'stripe_gateway.call_pace',
]);
