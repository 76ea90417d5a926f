import { randomUUID } from 'node:crypto';
import { createSandbox, type Sandbox } from '../../../apps/stripe-sandbox/src/sandbox.js';
import { BillingModule } from '../../../libs/billing/src/billing.module.js';
import { ChargeInvoice } from '../../../libs/billing/src/collection/charge-invoice.js';
import { CloseMonth } from '../../../libs/billing/src/invoicing/close-month.js';
import { Invoices } from '../../../libs/billing/src/invoicing/read/invoices.js';
import { RequestClose } from '../../../libs/billing/src/invoicing/request-close.js';
import { SavePaymentMethod } from '../../../libs/billing/src/cards/save-payment-method.js';
import { IdentityModule } from '../../../libs/identity/src/index.js';
import { Ledger, LedgerModule, type AccountCode } from '../../../libs/ledger/src/index.js';
import type { Actor } from '@portal/platform/access';
import { BillingFixture, FINANCE } from './billing.js';
import { createTestDatabase } from '../database/database.js';
import { TestApp } from '../http/http-app.js';
import { controlSandbox } from './sandbox-control.js';

export interface WishedLine {
  amountMinor: bigint;
  /** An organization of its own when left out; null: the platform's own Drive. */
  orgId?: string | null;
}

export interface IssuedInvoice {
  readonly id: string;
  readonly tenantId: string;
  readonly month: string;
  readonly totalMinor: bigint;
  /** In line order. */
  readonly lines: readonly { id: string; orgId: string | null; grossMinor: bigint; authorMinor: bigint }[];
}

/** Billing, ledger and the payment sandbox behind the real SDK, on one database. */
export class CollectingFixture {
  private month = 0;

  private constructor(
    readonly billing: BillingFixture,
    readonly sandbox: Sandbox,
  ) {}

  static async start(environment: NodeJS.ProcessEnv = {}): Promise<CollectingFixture> {
    const database = await createTestDatabase();
    const sandbox = await createSandbox({ databaseUrl: database.url });
    const billing = await BillingFixture.start({ STRIPE_API_BASE: sandbox.url, ...environment }, database);
    return new CollectingFixture(billing, sandbox);
  }

  /** The routes of billing on this database and provider. The caller closes it. */
  http(): Promise<TestApp> {
    return TestApp.start([IdentityModule, LedgerModule, BillingModule], {
      DATABASE_URL: this.billing.database.url,
      STRIPE_API_BASE: this.sandbox.url,
    });
  }

  get<T>(token: abstract new (...args: never[]) => T): T {
    return this.billing.get(token);
  }
  get ledger(): Ledger {
    return this.get(Ledger);
  }

  /** The same money again, as an attempt that was given up and went through all the same would leave it. */
  async paidTwice(invoice: { id: string }, name: string): Promise<void> {
    const { owner } = this.billing;
    await owner.query('begin');
    // The product cannot make two attempts at once: this bypasses the triggers.
    await owner.query(`set local session_replication_role = 'replica'`);
    await owner.query(
      `insert into billing.payments (id, invoice_id, n, idempotency_key, state, customer_id, payment_method_id, amount, currency, payment_intent_id,
         charge_id, balance_transaction_id, fee, ended_at)
       select gen_random_uuid(), invoice_id, n + 1, idempotency_key || 'x', 'surplus', customer_id, payment_method_id, amount, currency,
         'pi_' || $2, 'ch_' || $2, 'txn_' || $2, 0, now() from billing.payments where invoice_id = $1`,
      [invoice.id, name],
    );
    await owner.query('commit');
  }

  /** One call of the sandbox's control plane. */
  control(path: string, body: object): Promise<Record<string, unknown>> {
    return controlSandbox(this.sandbox.url, path, body);
  }

  /** Faults of the next `times` POSTs to a path of the provider. */
  async fault(kind: string, path: string, times = 1): Promise<void> {
    await this.control('/faults', { kind, path, times });
  }

  /** Business time and the provider's clock, together. */
  async later(ms: number): Promise<void> {
    await this.billing.advance(ms);
    await this.control('/clock', { advance_ms: ms });
  }

  /** An issued invoice of a whole month, one install per wished line; not charged yet. */
  async issued(lines: readonly WishedLine[], paymentMethod = 'pm_card_bypassPending'): Promise<IssuedInvoice> {
    const tenantId = randomUUID();
    const operator: Actor = { ...FINANCE, email: 'o@example.com', roles: [{ role: 'operator', scopeId: tenantId }] };
    await this.get(SavePaymentMethod).execute(operator, tenantId, paymentMethod);
    const month = `20${String(10 + Math.floor(this.month / 12))}-${String((this.month % 12) + 1).padStart(2, '0')}`;
    this.month += 1;
    for (const { amountMinor, orgId } of lines) {
      await this.billing.activate({
        activatedAt: new Date(`${month}-01T00:00:00Z`),
        tenantId,
        amountMinor,
        ...(orgId === undefined ? {} : { orgId }),
      });
    }
    // Ended at once, so that later months of a test hold nothing of it.
    await this.billing.owner.query(
      `update billing.install_segments set ended_at = billing.month_end($2::date), reported_ended_at = ended_at,
         closed_by_event = gen_random_uuid() where tenant_id = $1`,
      [tenantId, `${month}-01`],
    );
    await this.get(RequestClose).execute(FINANCE, month);
    await this.get(CloseMonth).execute(month);
    const [invoice] = (await this.get(Invoices).list({ tenantIds: [tenantId], limit: 1 })).items;
    const rows = await this.billing.db.query<{
      id: string;
      org_id: string | null;
      gross: string;
      author_share: string;
    }>(
      'select id, org_id, gross, author_share from billing.invoice_lines where invoice_id = $1 order by install_id, from_at, segment_id',
      [invoice!.id],
    );
    return {
      id: invoice!.id,
      tenantId,
      month,
      totalMinor: BigInt(invoice!.total_minor),
      lines: rows.map((row) => ({
        id: row.id,
        orgId: row.org_id,
        grossMinor: BigInt(row.gross),
        authorMinor: BigInt(row.author_share),
      })),
    };
  }

  /** The same, charged; with the id of its payment at the provider. */
  async paid(
    lines: readonly WishedLine[],
    paymentMethod?: string,
  ): Promise<IssuedInvoice & { paymentIntentId: string }> {
    const invoice = await this.issued(lines, paymentMethod);
    await this.get(ChargeInvoice).execute(invoice.id);
    const [row] = await this.billing.db.query<{ payment_intent_id: string }>(
      `select payment_intent_id from billing.payments where invoice_id = $1 and state = 'succeeded'`,
      [invoice.id],
    );
    return { ...invoice, paymentIntentId: row!.payment_intent_id };
  }

  balance(code: AccountCode, ownerId?: string | null, currency = 'usd'): Promise<bigint> {
    return this.ledger.balance(this.billing.db, {
      code,
      currency,
      ...(ownerId === undefined || ownerId === null ? {} : { ownerId }),
    });
  }

  /** Every account that is not zero, by code (and owner). Minor units on the account's own side. */
  async balances(): Promise<Record<string, string>> {
    const rows = await this.billing.db.query<{ name: string; amount: string }>(
      `select concat_ws(':', a.code, case when c.owned then a.owner_id::text end, a.currency) as name,
         (case when c.kind in ('asset', 'expense') then sum(e.amount) else -sum(e.amount) end)::text as amount
       from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id join ledger.account_code c on c.code = a.code
       group by a.code, c.owned, c.kind, a.owner_id, a.currency having sum(e.amount) <> 0 order by 1`,
    );
    return Object.fromEntries(rows.map((row) => [row.name, row.amount]));
  }

  async close(): Promise<void> {
    await this.sandbox.close();
    await this.billing.close();
  }
}
