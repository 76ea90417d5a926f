import { randomUUID } from 'node:crypto';
import { AuthorsModule } from '@portal/authors';
import { IdentityModule } from '@portal/identity';
import { Ledger, type AccountCode } from '@portal/ledger';
import { Database, Transactor } from '@portal/platform/database';
import { StripeGatewayModule } from '@portal/stripe-gateway';
import { Client } from 'pg';
import type Stripe from 'stripe';
import { createSandbox, type Sandbox } from '../../../apps/stripe-sandbox/src/sandbox.js';
import { PayoutsModule, PayoutsWorkerModule } from '../../../libs/payouts/src/index.js';
import { SendPayout } from '../../../libs/payouts/src/transfers/send-payout.js';
import { copyDatabase, createEmptyDatabase, createTestDatabase, type TestDatabase } from '../database/database.js';
import { TestApp, type Answer } from '../http/http-app.js';
import { whileStalled } from '../processes/stalled-processor.js';
import { allowMadeUp } from './made-up-postings.js';
import { approvedAuthor } from '../people/approved-author.js';
import { controlSandbox, sandboxStripe } from './sandbox-control.js';

export interface PaidAuthor {
  session: string;
  orgId: string;
  accountId: string | null;
}

export interface PayoutResult {
  id: string;
  org_id: string;
  currency: string;
  state: string;
  reason: string;
  failure: string | null;
  balance_minor: string;
  amount_minor: string;
  carry_minor: string;
  held_minor: string;
  attempts: number;
  transfer_id: string | null;
  bank_state: string;
  converted: Record<string, string> | null;
  unpaid: { reason: string; amount_minor: string; expected_at: string | null; note: string | null }[];
}

export interface RunResult {
  id: string;
  month: string;
  state: string;
  paused: boolean;
  paused_currencies: { currency: string; reason: string }[];
  input_hash: string;
  approvals: { user_id: string }[];
  payouts: PayoutResult[];
}

const FEATURES = [IdentityModule, AuthorsModule, StripeGatewayModule, PayoutsModule, PayoutsWorkerModule];
const HOUR_MS = 3_600_000;
export const hours = (n: number): number => n * HOUR_MS;
export const days = (n: number): number => n * 24 * HOUR_MS;

/** Authors, finance people and the payment sandbox, with the payouts of the product between them. Nothing is mocked. */
export class PayoutWorld {
  private serial = 0;
  private months = 0;
  preparer = '';
  approver = '';
  reviewer = '';
  admin = '';

  private constructor(
    private running: TestApp,
    private database: TestDatabase,
    private readonly environment: NodeJS.ProcessEnv,
    readonly sandbox: Sandbox,
    private readonly sandboxDatabase: TestDatabase,
  ) {}

  get app(): TestApp {
    return this.running;
  }

  static async start(environment: NodeJS.ProcessEnv = {}): Promise<PayoutWorld> {
    const sandboxDatabase = await createEmptyDatabase();
    const sandbox = await createSandbox({ databaseUrl: sandboxDatabase.url });
    const database = await createTestDatabase();
    const settings = { STRIPE_API_BASE: sandbox.url, STRIPE_CALLS_PER_SECOND: '1000', ...environment };
    const app = await TestApp.start(FEATURES, settings, database);
    const world = new PayoutWorld(app, database, settings, sandbox, sandboxDatabase);
    world.preparer = await app.demo('finance-preparer');
    world.approver = await app.demo('finance-approver');
    world.reviewer = await app.demo('reviewer');
    world.admin = await app.demo('admin');
    await world.topUp(100_000_000);
    return world;
  }

  /** A backup of now. Our process is restarted, as nobody may be connected while a database is copied. */
  async backup(): Promise<TestDatabase> {
    await this.running.close();
    const copy = await copyDatabase(this.database);
    this.running = await TestApp.start(FEATURES, this.environment, this.database);
    return copy;
  }

  /** The backup takes our database's place. The processor's work remains, and its clock stays. */
  async restore(backup: TestDatabase): Promise<void> {
    const clock = await this.query<{ offset_ms: string }>('select offset_ms from platform.test_clock');
    await this.running.close();
    await this.database.drop();
    this.database = backup;
    this.running = await TestApp.start(FEATURES, this.environment, backup);
    await this.query('update platform.test_clock set offset_ms = $1', [clock[0]!.offset_ms]);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.database.drop();
    await this.sandbox.close();
    await this.sandboxDatabase.drop();
  }

  get<T>(token: abstract new (...args: never[]) => T): T {
    return this.app.get(token);
  }
  query<R = Record<string, unknown>>(sql: string, params: unknown[] = []): Promise<R[]> {
    return this.app.get(Database).query<R>(sql, params);
  }
  post<T = Record<string, unknown>>(as: string, url: string, body: object = {}): Promise<Answer<T>> {
    return this.app.ask<T>(as, 'POST', url, body);
  }
  read<T = Record<string, unknown>>(as: string, url: string): Promise<Answer<T>> {
    return this.app.ask<T>(as, 'GET', url);
  }

  stripe(): Stripe {
    return sandboxStripe(this.sandbox);
  }
  topUp(amount: number, currency = 'usd'): Promise<unknown> {
    return this.stripe().topups.create({ amount, currency });
  }
  control(path: string, body: object): Promise<Record<string, unknown>> {
    return controlSandbox(this.sandbox.url, path, body);
  }
  /** The processor accepts writes and does not process them, for as long as `work` lasts. */
  stalled<T>(work: () => Promise<T>): Promise<T> {
    return whileStalled(this.sandboxDatabase.url, work);
  }
  get sandboxUrl(): string {
    return this.sandboxDatabase.url;
  }
  /** Rows of the processor's own database. */
  async atProcessor<R extends object>(sql: string): Promise<R[]> {
    const client = new Client({ connectionString: this.sandboxDatabase.url });
    await client.connect();
    try {
      return (await client.query<R>(sql)).rows;
    } finally {
      await client.end();
    }
  }
  /** Faults that nobody has met yet. */
  async faultsLeft(): Promise<unknown[]> {
    const answer = await fetch(`${this.sandbox.url}/_sandbox/state`);
    return ((await answer.json()) as { faults: unknown[] }).faults;
  }
  async fault(kind: string, times = 1, more: object = {}): Promise<void> {
    await this.control('/faults', { kind, path: '/v1/transfers', times, ...more });
  }
  /** Moves our clock and the processor's. */
  async advance(ms: number): Promise<void> {
    await this.query('update platform.test_clock set offset_ms = offset_ms + $1', [ms]);
    await this.control('/clock', { advance_ms: ms });
  }

  /** An approved author; `ready` with a verified payout account. */
  async author(account: 'ready' | 'none' = 'ready', country = 'US'): Promise<PaidAuthor> {
    const n = ++this.serial;
    const { session, orgId } = await approvedAuthor(this.app, this.reviewer, `Paid ${n}`, { country });
    const author: PaidAuthor = { session, orgId, accountId: null };
    if (account === 'ready') {
      expect((await this.post(session, '/author/payout-account')).status).toBe(200);
      author.accountId = await this.verifyNewest(author);
    }
    return author;
  }

  /** A transfer that somebody made by hand into the group of a payout. */
  transferByHand(payoutId: string, destination: string, amount: number): Promise<Stripe.Transfer> {
    const transfer_group = `po_${payoutId}`;
    return this.stripe().transfers.create({ amount, currency: 'usd', destination, transfer_group });
  }

  /** Lets the processor verify the account that was opened last, and tells us. */
  async verifyNewest({ session, orgId }: PaidAuthor): Promise<string> {
    const [row] = await this.query<{ provider_account_id: string }>(
      'select provider_account_id from payouts.payout_accounts where org_id = $1 order by created_at desc, id desc limit 1',
      [orgId],
    );
    await this.control(`/accounts/${row!.provider_account_id}`, { capability: 'active' });
    const answer = await this.post(session, '/author/payout-account/refresh');
    expect(answer.status).toBe(200);
    return row!.provider_account_id;
  }

  /**
   * `amount` is due to the author for one paid invoice. Negative: reversed by a correction. Returns the invoice's id.
   */
  async earn(orgId: string, amount: bigint, currency = 'usd'): Promise<string> {
    const invoiceId = randomUUID();
    const gross = (amount * 10n) / 7n;
    await allowMadeUp(this.database.url, 'invoice_paid', 'invoice');
    await this.get(Transactor).run((tx) =>
      this.get(Ledger).post(tx, {
        kind: 'invoice_paid',
        idempotencyKey: `test:${invoiceId}`,
        sourceType: 'invoice',
        sourceId: invoiceId,
        effectiveAt: tx.now,
        legs: [
          { account: { code: 'stripe_balance', currency }, amountMinor: gross },
          { account: { code: 'author_payable', ownerId: orgId, currency }, amountMinor: -amount },
          { account: { code: 'platform_revenue', currency }, amountMinor: amount - gross },
        ],
      }),
    );
    return invoiceId;
  }

  balance(orgId: string, currency = 'usd', code: AccountCode = 'author_payable'): Promise<bigint> {
    return this.get(Ledger).balance(this.get(Database), { code, ownerId: orgId, currency });
  }
  clearing(currency = 'usd'): Promise<bigint> {
    return this.get(Ledger).balance(this.get(Database), { code: 'payout_clearing', currency });
  }

  /** The month that began the given number of months ago, `YYYY-MM`; those that are closed in turn begin with 2020. */
  async monthsAgo(count: number): Promise<string> {
    const [row] = await this.query<{ month: string }>(
      `select to_char((platform.portal_now() at time zone 'UTC') - $1 * interval '1 month', 'YYYY-MM') as month`,
      [count],
    );
    return row!.month;
  }

  /** The next month, or the given one, closed by billing's rules. */
  async closedMonth(wanted?: string): Promise<string> {
    const n = wanted === undefined ? this.months++ : 0;
    const month = wanted ?? `${2020 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`;
    const date = `${month}-01`;
    await this.query('insert into billing.periods (month) values ($1)', [date]);
    await this.query(
      `update billing.periods set state = 'closing', closing_at = platform.portal_now(), frozen_at = platform.portal_now(), lines_written_at = platform.portal_now() where month = $1`,
      [date],
    );
    await this.query(
      `update billing.periods set state = 'closed', closed_at = platform.portal_now() where month = $1`,
      [date],
    );
    return month;
  }

  /** A run of the next month that is computed; refused answers fail the test. */
  async prepared(month?: string): Promise<RunResult> {
    const closed = await this.closedMonth(month);
    const answer = await this.post<RunResult>(this.preparer, '/finance/payout-runs', { month: closed });
    expect([answer.status, answer.body.slice(0, 300)]).toEqual([201, expect.anything()]);
    return answer.data;
  }
  approve(run: RunResult, as = this.approver): Promise<Answer<RunResult>> {
    return this.post<RunResult>(as, `/finance/payout-runs/${run.id}/approve`, { input_hash: run.input_hash });
  }
  execute(run: RunResult): Promise<Answer<RunResult>> {
    return this.post<RunResult>(this.preparer, `/finance/payout-runs/${run.id}/execute`);
  }
  async approved(month?: string): Promise<RunResult> {
    const run = await this.prepared(month);
    expect((await this.approve(run)).data.state).toBe('approved');
    return run;
  }
  async executing(): Promise<RunResult> {
    const run = await this.approved();
    const answer = await this.execute(run);
    expect([answer.status, answer.error]).toEqual([202, undefined]);
    return answer.data;
  }
  async run(id: string): Promise<RunResult> {
    return (await this.read<RunResult>(this.preparer, `/finance/payout-runs/${id}`)).data;
  }
  payoutOf(run: RunResult, author: PaidAuthor, currency = 'usd'): PayoutResult {
    return run.payouts.find((p) => p.org_id === author.orgId && p.currency === currency)!;
  }
  async payoutNow(run: RunResult, author: PaidAuthor, currency = 'usd'): Promise<PayoutResult> {
    return this.payoutOf(await this.run(run.id), author, currency);
  }
  send(payoutId: string, delivery?: string): Promise<void> {
    return this.get(SendPayout).execute(payoutId, delivery);
  }
  /** One author with one payout that is being executed. */
  async onePayout(amount = 5_000n): Promise<{ author: PaidAuthor; run: RunResult; payoutId: string }> {
    const author = await this.author();
    await this.earn(author.orgId, amount);
    const run = await this.executing();
    return { author, run, payoutId: this.payoutOf(run, author).id };
  }

  async transfersOf(payoutId: string): Promise<Stripe.Transfer[]> {
    return (await this.stripe().transfers.list({ transfer_group: `po_${payoutId}` })).data;
  }
  /** One transfer at the processor, one settlement in the ledger, and the row shows it. */
  async expectPaidOnce(payoutId: string, runId: string): Promise<void> {
    const transfers = await this.transfersOf(payoutId);
    expect(transfers).toHaveLength(1);
    const run = await this.run(runId);
    const payout = run.payouts.find((p) => p.id === payoutId)!;
    expect(payout).toMatchObject({ state: 'settled', transfer_id: transfers[0]!.id });
    expect(payout.amount_minor).toBe(String(transfers[0]!.amount));
    const settles = await this.query(`select 1 from ledger.ledger_tx where idempotency_key like $1`, [
      `po:${payoutId}:settle:%`,
    ]);
    expect(settles).toHaveLength(1);
  }
  attempts(payoutId: string): Promise<{ n: number; state: string; idempotency_key: string }[]> {
    return this.query('select n, state, idempotency_key from payouts.payout_attempts where payout_id = $1 order by n', [
      payoutId,
    ]);
  }
  /** The books balance, and clearing contains what is still to be sent. */
  async expectBooksBalance(): Promise<void> {
    expect((await this.get(Ledger).proof()).ok).toBe(true);
    const rows = await this.query<{ currency: string; sum: string }>(
      `select currency, sum(amount)::text as sum from payouts.payouts where state in ('reserved', 'sending') group by 1`,
    );
    for (const currency of ['usd', 'eur']) {
      const open = rows.find((row) => row.currency === currency)?.sum ?? '0';
      expect((await this.clearing(currency)).toString()).toBe(open);
    }
  }
}
