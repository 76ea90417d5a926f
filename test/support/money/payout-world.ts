import { Ledger, type AccountCode } from '@portal/ledger';
import { Client } from 'pg';
import type Stripe from 'stripe';
import { PayoutsModule, PayoutsWorkerModule } from '../../../libs/payouts/src/index.js';
import { copyDatabase, type TestDatabase } from '../database/database.js';
import { whileStalled } from '../processes/stalled-processor.js';
import { FinanceWorld, type PaidAuthor, type RunResult } from './finance-world.js';

export type { PaidAuthor, PayoutView, RunResult } from './finance-world.js';

const HOUR_MS = 3_600_000;
export const hours = (n: number): number => n * HOUR_MS;
export const days = (n: number): number => n * 24 * HOUR_MS;

/** Payouts of amounts that are simply due, and the processor with its faults. */
export class PayoutWorld extends FinanceWorld {
  constructor(environment: NodeJS.ProcessEnv = {}) {
    super({ features: [PayoutsModule, PayoutsWorkerModule], environment });
  }

  override async begin(): Promise<void> {
    await super.begin();
    await this.topUp(100_000_000);
  }

  /** A backup of now. Our process is restarted, as nobody may be connected while a database is copied. */
  async backup(): Promise<TestDatabase> {
    await this.app.close();
    const copy = await copyDatabase(this.database);
    await this.startApp();
    return copy;
  }

  /** The backup takes our database's place. The processor's work remains, and its clock stays. */
  async restore(backup: TestDatabase): Promise<void> {
    const clock = await this.query<{ offset_ms: string }>('select offset_ms from platform.test_clock');
    await this.app.close();
    await this.database.drop();
    this.database = backup;
    await this.startApp();
    await this.query('update platform.test_clock set offset_ms = $1', [clock[0]!.offset_ms]);
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

  /** A transfer that somebody made in the dashboard into the group of a payout. */
  transferInDashboard(payoutId: string, destination: string, amount: number): Promise<Stripe.Transfer> {
    const transfer_group = `po_${payoutId}`;
    return this.stripe.transfers.create({ amount, currency: 'usd', destination, transfer_group });
  }

  /** `amount` is due to the author for one paid invoice. Negative: reversed by a correction. Returns the invoice's id. */
  earn(orgId: string, amount: bigint, currency = 'usd'): Promise<string> {
    const gross = (amount * 10n) / 7n;
    return this.bookMadeUp({
      legs: [
        { account: { code: 'stripe_balance', currency }, amountMinor: gross },
        { account: { code: 'author_payable', ownerId: orgId, currency }, amountMinor: -amount },
        { account: { code: 'platform_revenue', currency }, amountMinor: amount - gross },
      ],
    });
  }

  balance(orgId: string, currency = 'usd', code: AccountCode = 'author_payable'): Promise<bigint> {
    return this.held(code, currency, orgId);
  }
  clearing(currency = 'usd'): Promise<bigint> {
    return this.held('payout_clearing', currency);
  }

  /** The month that began the given number of months ago, `YYYY-MM`; those that are closed in turn begin with 2020. */
  async monthsAgo(count: number): Promise<string> {
    const [row] = await this.query<{ month: string }>(
      `select to_char((platform.portal_now() at time zone 'UTC') - $1 * interval '1 month', 'YYYY-MM') as month`,
      [count],
    );
    return row!.month;
  }

  /** The run of the given month, or of the next one, which is closed before. */
  async prepared(month?: string): Promise<RunResult> {
    return this.prepare(await this.closedMonth(month));
  }
  async approved(month?: string): Promise<RunResult> {
    const run = await this.prepared(month);
    expect((await this.approve(run)).data.state).toBe('approved');
    return run;
  }
  async executing(): Promise<RunResult> {
    const answer = await this.execute(await this.approved());
    expect([answer.status, answer.error]).toEqual([202, undefined]);
    return answer.data;
  }
  /** One author with one payout that is being executed. */
  async onePayout(amount = 5_000n): Promise<{ author: PaidAuthor; run: RunResult; payoutId: string }> {
    const author = await this.author();
    await this.earn(author.orgId, amount);
    const run = await this.executing();
    return { author, run, payoutId: this.payoutOf(run, author).id };
  }

  async transfersOf(payoutId: string): Promise<Stripe.Transfer[]> {
    return (await this.stripe.transfers.list({ transfer_group: `po_${payoutId}` })).data;
  }
  /** One transfer at the processor, one settlement in the ledger, and the row shows it. */
  async expectPaidOnce(payoutId: string, runId: string): Promise<void> {
    const transfers = await this.transfersOf(payoutId);
    expect(transfers).toHaveLength(1);
    const payout = (await this.run(runId)).payouts.find((p) => p.id === payoutId)!;
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
