import { randomUUID } from 'node:crypto';
import { AuthorsModule } from '@portal/authors';
import { IdentityModule } from '@portal/identity';
import { Ledger, type AccountCode, type Posting } from '@portal/ledger';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Database, TestClock, Transactor } from '@portal/platform/database';
import { StripeGatewayModule } from '@portal/stripe-gateway';
import { Client } from 'pg';
import type Stripe from 'stripe';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../apps/stripe-sandbox/src/sandbox.js';
import type { PayoutRunView, PayoutView } from '../../../libs/payouts/src/runs/http/payouts.view.js';
import { SendPayout } from '../../../libs/payouts/src/transfers/send-payout.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../database/database.js';
import { TestApp, type Answer } from '../http/http-app.js';
import { approvedAuthor } from '../people/approved-author.js';
import { World } from '../world.js';
import { allowMadeUp } from './made-up-postings.js';
import { controlSandbox, sandboxStripe } from './sandbox-control.js';

export interface PaidAuthor {
  session: string;
  orgId: string;
  email: string;
  name: string;
  /** At the processor. */
  accountId: string | null;
}

export type { PayoutView };
export type RunResult = PayoutRunView & { input_hash: string };

/** Options of a world. */
export interface WorldOptions {
  /** Besides those of every world, and of its own. */
  features?: Parameters<typeof TestApp.start>[0];
  environment?: NodeJS.ProcessEnv;
  sandbox?: Partial<SandboxOptions>;
  /** Shares database and processor with this one, which begins and ends with it. */
  on?: World & { readonly sandbox: Sandbox; readonly billing: { readonly database: TestDatabase } };
}

const RUNS = '/finance/payout-runs';

/** Authors, finance people and the emulated processor, with the product between them. Nothing is mocked. */
export class FinanceWorld extends World {
  app!: TestApp;
  sandbox!: Sandbox;
  protected database!: TestDatabase;
  sandboxDatabase!: TestDatabase;
  private serial = 0;
  private months = 0;
  private owning: Client | undefined;
  preparer = '';
  approver = '';
  reviewer = '';
  admin = '';

  constructor(private readonly options: WorldOptions = {}) {
    super();
  }

  async begin(): Promise<void> {
    const { on } = this.options;
    if (on) {
      await on.begin();
      [this.sandbox, this.database] = [on.sandbox, on.billing.database];
    } else {
      this.sandboxDatabase = await createEmptyDatabase();
      this.sandbox = await createSandbox({ databaseUrl: this.sandboxDatabase.url, ...this.options.sandbox });
      this.database = await createTestDatabase();
    }
    await this.startApp();
    await this.signIn();
  }

  protected async startApp(): Promise<void> {
    const settings = {
      STRIPE_API_BASE: this.sandbox.url,
      STRIPE_CALLS_PER_SECOND: '1000',
      ...this.options.environment,
    };
    const features = [IdentityModule, AuthorsModule, StripeGatewayModule, ...(this.options.features ?? [])];
    this.app = await TestApp.start(features, settings, this.database);
  }

  /** Sessions end while days pass. */
  private async signIn(): Promise<void> {
    this.preparer = await this.app.demo('finance-preparer');
    this.approver = await this.app.demo('finance-approver');
    this.reviewer = await this.app.demo('reviewer');
    this.admin = await this.app.demo('admin');
  }

  protected async cleanUp(): Promise<void> {
    await this.owning?.end();
    await this.app.close();
    if (this.options.on) return this.options.on.close();
    await this.database.drop();
    await this.sandbox.close();
    await this.sandboxDatabase.drop();
  }

  get<T>(token: string | (abstract new (...args: never[]) => T)): T {
    return this.app.get(token);
  }
  query<R = Record<string, unknown>>(sql: string, params: unknown[] = []): Promise<R[]> {
    return this.get(Database).query<R>(sql, params);
  }
  /** The owner of the tables, who may do what the application may not. */
  async owner(): Promise<Client> {
    if (!this.owning) {
      this.owning = new Client({ connectionString: this.database.url });
      await this.owning.connect();
    }
    return this.owning;
  }
  post<T = Record<string, unknown>>(as: string, url: string, body: object = {}): Promise<Answer<T>> {
    return this.app.ask<T>(as, 'POST', url, body);
  }
  read<T = Record<string, unknown>>(as: string, url: string): Promise<Answer<T>> {
    return this.app.ask<T>(as, 'GET', url);
  }

  /** The processor, as anybody with its key sees it. */
  get stripe(): Stripe {
    return sandboxStripe(this.sandbox);
  }
  topUp(amount: number, currency = 'usd'): Promise<unknown> {
    return this.stripe.topups.create({ amount, currency });
  }
  /** One call of the processor's control plane. */
  control(path: string, body: object): Promise<Record<string, unknown>> {
    return controlSandbox(this.sandbox.url, path, body);
  }

  /** Moves business time and the processor's clock, both by the same. */
  async advance(ms: number): Promise<void> {
    await this.get(TestClock).advance({ ms }, SYSTEM_ACTOR);
    await this.control('/clock', { advance_ms: ms });
  }
  async pass(days: number): Promise<void> {
    await this.advance(days * 86_400_000);
    await this.signIn();
  }

  /** An approved author, with an account that can be paid to unless specified otherwise. */
  async author({ name, account = 'ready', country = 'US' }: AuthorOptions = {}): Promise<PaidAuthor> {
    const person = `Paid ${++this.serial}`;
    const shown = name ?? person;
    const made = await approvedAuthor(this.app, this.reviewer, person, { company: shown, country });
    const author: PaidAuthor = { ...made, name: shown, accountId: null };
    if (account === 'ready') {
      expect((await this.post(author.session, '/author/payout-account')).status).toBe(200);
      author.accountId = await this.verifyNewest(author);
    }
    return author;
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

  /** Books something that did not happen, a paid invoice unless specified otherwise. Returns the id of its source. */
  async bookMadeUp(posting: Partial<Posting> & Pick<Posting, 'legs'>): Promise<string> {
    const id = randomUUID();
    const fact = {
      kind: 'invoice_paid',
      sourceType: 'invoice',
      sourceId: id,
      idempotencyKey: `test:${id}`,
      ...posting,
    };
    await allowMadeUp(this.database.url, fact.kind, fact.sourceType);
    await this.get(Transactor).run((tx) => this.get(Ledger).post(tx, { effectiveAt: tx.now, ...fact }));
    return fact.sourceId;
  }

  /** Minor units on the account's own side. */
  held(code: AccountCode, currency = 'usd', ownerId?: string): Promise<bigint> {
    const account = { code, currency, ...(ownerId !== undefined && { ownerId }) };
    return this.get(Ledger).balance(this.get(Database), account);
  }

  /** The next month from 2020 on, or the given one, closed by billing's rules. */
  async closedMonth(wanted?: string): Promise<string> {
    const n = wanted === undefined ? this.months++ : 0;
    const month = wanted ?? `${2020 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`;
    const now = 'platform.portal_now()';
    for (const sql of [
      'insert into billing.periods (month) values ($1)',
      `update billing.periods set state = 'closing', closing_at = ${now}, frozen_at = ${now}, lines_written_at = ${now} where month = $1`,
      `update billing.periods set state = 'closed', closed_at = ${now} where month = $1`,
    ])
      await this.app.byOwner(sql, [`${month}-01`]);
    return month;
  }

  /** The run of a month, computed; refused answers fail the test. */
  async prepare(month: string): Promise<RunResult> {
    const answer = await this.post<RunResult>(this.preparer, RUNS, { month });
    expect([answer.status, answer.body.slice(0, 300)]).toEqual([201, expect.anything()]);
    return answer.data;
  }
  approve(run: RunResult, as = this.approver): Promise<Answer<RunResult>> {
    return this.post<RunResult>(as, `${RUNS}/${run.id}/approve`, { input_hash: run.input_hash });
  }
  execute(run: RunResult): Promise<Answer<RunResult>> {
    return this.post<RunResult>(this.preparer, `${RUNS}/${run.id}/execute`);
  }
  async run(id: string): Promise<RunResult> {
    return (await this.read<RunResult>(this.preparer, `${RUNS}/${id}`)).data;
  }
  payoutOf(run: RunResult, author: { orgId: string }, currency = 'usd'): PayoutView {
    return run.payouts.find((p) => p.org_id === author.orgId && p.currency === currency)!;
  }
  async payoutNow(run: RunResult, author: { orgId: string }, currency = 'usd'): Promise<PayoutView> {
    return this.payoutOf(await this.run(run.id), author, currency);
  }
  send(payoutId: string, delivery?: string): Promise<void> {
    return this.get(SendPayout).execute(payoutId, delivery);
  }
  /** Approves, executes, sends everything; the run ends. */
  async finish(run: RunResult): Promise<RunResult> {
    const approved = await this.approve(run);
    expect([approved.status, approved.error]).toEqual([200, undefined]);
    const executed = await this.execute(run);
    expect([executed.status, executed.error]).toEqual([202, undefined]);
    for (const payout of (await this.run(run.id)).payouts) if (payout.state === 'reserved') await this.send(payout.id);
    return this.run(run.id);
  }
}

interface AuthorOptions {
  name?: string;
  account?: 'ready' | 'none';
  country?: string;
}
