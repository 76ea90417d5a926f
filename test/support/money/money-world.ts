import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { AuthorsModule } from '@portal/authors';
import { BillingModule, BillingWorkerModule } from '@portal/billing';
import { IdentityModule } from '@portal/identity';
import { Ledger, LedgerModule, type Posting } from '@portal/ledger';
import { PayoutsModule, PayoutsWorkerModule } from '@portal/payouts';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Database, Transactor } from '@portal/platform/database';
import { StatementsModule, StatementsWorkerModule } from '@portal/statements';
import { StripeGatewayModule } from '@portal/stripe-gateway';
import type Stripe from 'stripe';
import { createSandbox, type Sandbox } from '../../../apps/stripe-sandbox/src/sandbox.js';
import { CloseMonth } from '../../../libs/billing/src/invoicing/close-month.js';
import { RecordPayment } from '../../../libs/billing/src/collection/record-payment.js';
import { RequestClose } from '../../../libs/billing/src/invoicing/request-close.js';
import { SendPayout } from '../../../libs/payouts/src/transfers/send-payout.js';
import { Figures } from '../../../libs/reconciliation/src/read/figures.js';
import { SealMonth } from '../../../libs/statements/src/seal-month.js';
import { createEmptyDatabase, type TestDatabase } from '../database/database.js';
import { TestApp, type Answer } from '../http/http-app.js';
import { allowMadeUp } from './made-up-postings.js';
import { approvedAuthor, openPayoutAccount } from '../people/approved-author.js';
import { controlSandbox, sandboxStripe } from './sandbox-control.js';

export interface PaidAuthor {
  session: string;
  orgId: string;
  name: string;
}

interface SegmentOf {
  /** Null: a first-party Drive. */
  orgId: string | null;
  from: string;
  to?: string | null;
  amount: bigint;
  currency?: string;
  tenantId?: string;
  driveName?: string;
  ventureName?: string;
  bps?: number;
  installId?: string;
}

export interface WorldRun {
  id: string;
  state: string;
  input_hash: string;
  payouts: { id: string; org_id: string; currency: string; amount_minor: string; state: string }[];
}

/**
 * Authors, installs, months, payments, runs and statements, with the real billing, ledger, payouts and processor
 * emulator; only the installs themselves are written straight into billing's segments.
 */
export class MoneyWorld {
  private serial = 0;

  private constructor(
    readonly app: TestApp,
    private readonly sandbox: Sandbox,
    private readonly sandboxDatabase: TestDatabase,
    readonly preparer: string,
    readonly approver: string,
    private readonly reviewer: string,
  ) {}

  /** @param more features besides those of money */
  static async start(more: readonly Type[] = []): Promise<MoneyWorld> {
    const sandboxDatabase = await createEmptyDatabase();
    const sandbox = await createSandbox({ databaseUrl: sandboxDatabase.url });
    const app = await TestApp.start(
      [
        ...[IdentityModule, AuthorsModule, LedgerModule, StripeGatewayModule],
        ...[BillingModule, BillingWorkerModule, PayoutsModule, PayoutsWorkerModule],
        ...[StatementsModule, StatementsWorkerModule, ...more],
      ],
      { STRIPE_API_BASE: sandbox.url },
    );
    const [preparer, approver, reviewer] = [
      await app.demo('finance-preparer'),
      await app.demo('finance-approver'),
      await app.demo('reviewer'),
    ];
    const world = new MoneyWorld(app, sandbox, sandboxDatabase, preparer, approver, reviewer);
    for (const currency of ['usd', 'eur', 'jpy', 'kwd']) await world.topUp(50_000_000, currency);
    return world;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.sandbox.close();
    await this.sandboxDatabase.drop();
  }

  query<R = Record<string, unknown>>(sql: string, params: unknown[] = []): Promise<R[]> {
    return this.app.get(Database).query<R>(sql, params);
  }
  get<T>(as: string, url: string): Promise<Answer<T>> {
    return this.app.ask<T>(as, 'GET', url);
  }
  post<T>(as: string, url: string, body: object = {}): Promise<Answer<T>> {
    return this.app.ask<T>(as, 'POST', url, body);
  }
  /** The raw bytes of a file. */
  async file(as: string, url: string): Promise<string> {
    const answer = await this.app.ask(as, 'GET', url);
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.body.slice(0, 300)}`);
    return answer.body;
  }

  /** The processor, as anybody with its key sees it. */
  stripe(): Stripe {
    return sandboxStripe(this.sandbox);
  }

  private async topUp(amount: number, currency: string): Promise<void> {
    await this.stripe().topups.create({ amount, currency });
  }

  /** One call of the processor's control plane. */
  control(path: string, body: object): Promise<Record<string, unknown>> {
    return controlSandbox(this.sandbox.url, path, body);
  }

  /** An approved author, with an account that can be paid to unless specified otherwise. */
  async author(name?: string, account: 'ready' | 'none' = 'ready'): Promise<PaidAuthor> {
    const n = ++this.serial;
    const shown = name ?? `Author ${n}`;
    const author = await approvedAuthor(this.app, this.reviewer, `Money ${n}`, { company: shown });
    if (account === 'ready') {
      await this.control(`/accounts/${await openPayoutAccount(this.app, author)}`, { capability: 'active' });
      await this.post(author.session, '/author/payout-account/refresh');
    }
    return { session: author.session, orgId: author.orgId, name: shown };
  }

  /** An install of the author's Drive that costs `amount` for a whole month (0: free). */
  async segment(of: SegmentOf): Promise<string> {
    const installId = of.installId ?? randomUUID();
    await this.query(
      `insert into billing.install_segments (id, install_id, tenant_id, venture_id, drive_id, org_id, tenant_name, venture_name, drive_name, price_id,
         amount, currency, split_rule_id, author_bps, started_at, ended_at, opened_by_event)
       values ($1, $2, $3, $4, $5, $6, 'Acme', $7, $8, $9, $10, $11, (select min(id) from billing.split_rules), $12, $13, $14, $15)`,
      [
        randomUUID(),
        installId,
        of.tenantId ?? randomUUID(),
        randomUUID(),
        randomUUID(),
        of.orgId,
        of.ventureName ?? 'Acme Shop',
        of.driveName ?? 'Notes',
        of.amount === 0n ? null : randomUUID(),
        of.amount,
        of.currency ?? 'usd',
        of.bps ?? 7000,
        of.from,
        of.to ?? null,
        randomUUID(),
      ],
    );
    return installId;
  }

  async closeMonth(month: string): Promise<void> {
    await this.app.get(RequestClose).execute(SYSTEM_ACTOR, month);
    await this.app.get(CloseMonth).execute(month);
  }

  /** Tenants pay their open invoices of the month; `only`: those of one tenant. */
  async pay(month: string, only?: { tenantId?: string; except?: readonly string[] }): Promise<void> {
    const invoices = await this.query<{ id: string; total: string; currency: string }>(
      `select id, billing.open_amount(id) as total, currency from billing.invoices where month = ($1 || '-01')::date and state in ('open', 'past_due')
         and ($2::uuid is null or tenant_id = $2) and not tenant_id = any($3::uuid[]) order by number_seq`,
      [month, only?.tenantId ?? null, only?.except ?? []],
    );
    for (const { id, total, currency } of invoices) {
      const paymentId = randomUUID();
      await this.query(
        `insert into billing.payments (id, invoice_id, n, idempotency_key, customer_id, payment_method_id, amount, currency)
         values ($1, $2, 1, $3, 'cus_x', 'pm_x', $4, $5)`,
        [paymentId, id, `pi_${paymentId}`, total, currency],
      );
      const tail = paymentId.replaceAll('-', '');
      await this.app.get(RecordPayment).succeeded(id, paymentId, {
        paymentIntentId: `pi_${tail}`,
        chargeId: `ch_${tail}`,
        balanceTransactionId: `txn_${tail}`,
        amountMinor: BigInt(total),
        currency,
        feeMinor: 0n,
        refundedMinor: 0n,
        availableAt: new Date(),
        transferGroup: null,
        metadata: {},
      });
    }
  }

  /** Books something on an author's account: positive is given, negative taken; against the platform's revenue. */
  async book(
    author: { orgId: string },
    kind: string,
    sourceType: string,
    amountMinor: bigint,
    key = `${kind}:${randomUUID()}`,
    currency = 'usd',
  ): Promise<void> {
    await allowMadeUp(this.app.database.url, kind, sourceType);
    await this.app.get(Transactor).run((tx) => {
      const posting: Posting = {
        kind,
        idempotencyKey: key,
        sourceType,
        sourceId: key.split(':')[1]!,
        effectiveAt: tx.now,
        legs: [
          { account: { code: 'author_payable', ownerId: author.orgId, currency }, amountMinor: -amountMinor },
          { account: { code: 'platform_revenue', currency }, amountMinor },
        ],
      };
      return this.app.get(Ledger).post(tx, posting);
    });
  }

  async prepare(month: string): Promise<WorldRun> {
    const run = await this.post<WorldRun>(this.preparer, '/finance/payout-runs', { month });
    if (run.status !== 201) throw new Error(`${run.status} ${run.body}`);
    return this.run(run.data.id);
  }

  async run(id: string): Promise<WorldRun> {
    return (await this.get<WorldRun>(this.preparer, `/finance/payout-runs/${id}`)).data;
  }

  /** Approves, executes, sends everything; the run ends. */
  async finish(run: WorldRun): Promise<WorldRun> {
    const { input_hash } = await this.run(run.id);
    for (const step of ['approve', 'execute'] as const) {
      const by = step === 'approve' ? this.approver : this.preparer;
      const answer = await this.post(by, `/finance/payout-runs/${run.id}/${step}`, { input_hash });
      if (answer.status >= 300) throw new Error(`${step}: ${answer.status} ${answer.body}`);
    }
    for (const payout of (await this.run(run.id)).payouts)
      if (payout.state === 'reserved') await this.app.get(SendPayout).execute(payout.id);
    return this.run(run.id);
  }

  /** The month from its close to its seal. */
  async month(month: string, paying: { except?: readonly string[] } = {}): Promise<WorldRun> {
    await this.closeMonth(month);
    await this.pay(month, paying);
    const run = await this.finish(await this.prepare(month));
    await this.seal();
    return run;
  }

  async seal(): Promise<string[]> {
    const sealed = await this.app.get(SealMonth).execute();
    await this.expectOwedAsStated();
    return sealed;
  }

  /** The third equality of reconciliation: the amount due to every author equals the statements. */
  async expectOwedAsStated(): Promise<void> {
    const found = await new Figures().authors(this.app.get(Database));
    expect(found.flatMap(({ currency, differing }) => differing.map((one) => ({ currency, ...one })))).toEqual([]);
  }

  async statementOf(author: PaidAuthor, month: string, currency = 'usd'): Promise<{ id: string }> {
    const list = await this.get<{ items: { id: string; month: string; currency: string }[] }>(
      author.session,
      '/author/statements',
    );
    const found = list.data.items.find((one) => one.month === month && one.currency === currency);
    if (!found) throw new Error(`${author.name} has no statement of ${month}: ${list.body.slice(0, 500)}`);
    return found;
  }

  async roots(): Promise<{ month: string; root: string; previous_root: string; statements: number }[]> {
    const answer = await this.app.call<{
      items: { month: string; root: string; previous_root: string; statements: number }[];
    }>({
      method: 'GET',
      url: '/api/public/statement-roots',
    });
    return answer.data.items;
  }
}
