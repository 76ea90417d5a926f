import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { DynamicModule } from '@nestjs/common';
import { Approvals } from '@portal/approvals';
import { WriteOffKind, WriteOffs } from '@portal/billing';
import { IdentityModule } from '@portal/identity';
import { Ledger, LedgerModule, type AccountCode } from '@portal/ledger';
import type { Actor } from '@portal/platform/access';
import { withScope } from '@portal/platform/database';
import { createSandbox, type Sandbox } from '../../../apps/stripe-sandbox/src/sandbox.js';
import { BillingModule } from '../../../libs/billing/src/billing.module.js';
import { ChargeInvoice } from '../../../libs/billing/src/collection/charge-invoice.js';
import { CollectDue } from '../../../libs/billing/src/collection/collect-due.js';
import { PayInvoice } from '../../../libs/billing/src/collection/pay-invoice.js';
import type { PolicyKey } from '../../../libs/billing/src/policies/domain/policy.js';
import { Invoices } from '../../../libs/billing/src/invoicing/read/invoices.js';
import { SavePaymentMethod } from '../../../libs/billing/src/cards/save-payment-method.js';
import { SetBillingDetails } from '../../../libs/billing/src/cards/set-billing-details.js';
import { SuspendTenants } from '../../../libs/billing/src/collection/suspend-tenants.js';
import { BillingFixture, FINANCE, SECOND } from './billing.js';
import { createTestDatabase } from '../database/database.js';
import { approveAs, putInForce } from '../people/by-two.js';
import { nowOperates } from '../people/operator.js';
import { TestApp } from '../http/http-app.js';
import { World } from '../world.js';
import { controlSandbox } from './sandbox-control.js';
import { insertSurplus } from './written-rows.js';

export { SECOND };
const DAY_MS = 86_400_000;

export function operatorOf(tenantId: string): Actor {
  return {
    ...FINANCE,
    userId: '0190a000-0000-7000-8000-0000000000f9',
    name: 'Olga Operator',
    email: 'olga@example.com',
    roles: [{ role: 'operator', scopeId: tenantId }],
  };
}

export interface WishedLine {
  amountMinor: bigint;
  readonly currency?: string;
  /** An organization of its own when left out; null: the platform's own Drive. */
  orgId?: string | null;
  /** Day of the month on which it is activated, two digits; default the first. */
  readonly fromDay?: string;
}

export interface IssuedInvoice {
  readonly id: string;
  readonly tenantId: string;
  readonly month: string;
  readonly totalMinor: bigint;
  /** In line order. */
  readonly lines: readonly { id: string; orgId: string | null; grossMinor: bigint; authorMinor: bigint }[];
}

/** An invoice with the id of its payment at the provider. */
export type PaidInvoice = IssuedInvoice & { paymentIntentId: string };

/** Billing with the real SDK and the payment sandbox; business time and the sandbox's clock move together. */
export class CollectingWorld extends World {
  billing!: BillingFixture;
  sandbox!: Sandbox;
  private overdueYear = 2010;
  private months = 0;

  /** @param more modules besides those of billing */
  constructor(private readonly more: readonly DynamicModule[] = []) {
    super();
  }

  async begin(): Promise<void> {
    const database = await createTestDatabase();
    this.sandbox = await createSandbox({ databaseUrl: database.url });
    this.billing = await BillingFixture.start({ STRIPE_API_BASE: this.sandbox.url }, database, this.more);
  }

  /** The routes of billing on this database and provider. */
  async http(): Promise<TestApp> {
    const app = await TestApp.start([IdentityModule, LedgerModule, BillingModule], {
      DATABASE_URL: this.billing.database.url,
      STRIPE_API_BASE: this.sandbox.url,
    });
    this.beforeClose(() => app.close());
    return app;
  }

  /** Where the payment sandbox listens. */
  get sandboxUrl(): string {
    return this.sandbox.url;
  }
  get ledger(): Ledger {
    return this.get(Ledger);
  }

  get<T>(token: string | (abstract new (...args: never[]) => T)): T {
    return this.billing.get(token);
  }

  async now(): Promise<Date> {
    const [row] = await this.billing.db.query<{ now: Date }>('select platform.portal_now() as now');
    return row!.now;
  }

  /** The same money again. */
  paidTwice(invoice: { id: string }, name: string): Promise<void> {
    const ids = { payment_intent: `pi_${name}`, charge: `ch_${name}`, balance_transaction: `txn_${name}` };
    return insertSurplus(this.billing.owner, invoice.id, ids);
  }

  /** One call of the sandbox's control plane. */
  control(path: string, body: object): Promise<Record<string, unknown>> {
    return controlSandbox(this.sandbox.url, path, body);
  }

  /** Faults of the next `times` POSTs to a path of the provider. */
  async fault(kind: string, path: string, times = 1): Promise<void> {
    await this.control('/faults', { kind, path, times });
  }

  async later(days: number): Promise<void> {
    const advance_ms = Math.round(days * DAY_MS);
    await this.billing.advance(advance_ms);
    await this.control('/clock', { advance_ms });
  }

  /** One day passes at a time, and its due work is done. */
  async live(days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      await this.later(1);
      await this.round();
    }
  }

  /** The worker's jobs of every minute. */
  async round(): Promise<void> {
    await this.get(CollectDue).execute();
    await this.get(SuspendTenants).execute();
  }

  /** A tenant with an address in Germany, where tax comes on top. */
  async inGermany(tenantId: string): Promise<void> {
    await this.get(SetBillingDetails).execute(operatorOf(tenantId), tenantId, {
      legal_name: 'Acme GmbH',
      line1: 'Hauptstr. 1',
      city: 'Berlin',
      postal_code: '10115',
      region: null,
      country: 'DE',
      tax_id_type: null,
      tax_id: null,
    });
  }

  async card(tenantId: string, paymentMethod = 'pm_card_visa'): Promise<void> {
    await this.get(SavePaymentMethod).execute(operatorOf(tenantId), tenantId, paymentMethod);
  }

  /** A tenant whose card was declined long enough ago to be suspended next; `pays` settles its invoice. */
  async overdue(): Promise<{ tenantId: string; pays: () => Promise<void> }> {
    const tenantId = randomUUID();
    await this.card(tenantId, 'pm_card_chargeCustomerFail');
    const month = `${(this.overdueYear += 1)}-01`;
    await this.billing.activate({ activatedAt: new Date(`${month}-01T00:00:00Z`), tenantId });
    await this.closeMonth(month);
    const { id } = await this.invoiceOf(tenantId, month);
    await this.get(ChargeInvoice).execute(id);
    await this.later(36);
    const pays = async (): Promise<void> => {
      await this.card(tenantId);
      const scope = { kind: 'caller' as const, personId: null, owners: [tenantId] };
      await withScope(scope, () => this.get(PayInvoice).execute(operatorOf(tenantId), id));
    };
    return { tenantId, pays };
  }

  /** As if two people had decided who bills for a Drive; returns from when on. */
  async billedBy(driveId: string, model: 'author_billing' | 'platform'): Promise<Date> {
    const { rows } = await this.billing.owner.query<{ from: Date }>(
      `insert into listings.commercial_changes (kind, drive_id, model, currency, valid_from, effective_from)
       values ('billing_model', $1, $2, case $2 when 'author_billing' then 'usd' end, now(), now()) returning effective_from as "from"`,
      [driveId, model],
    );
    return rows[0]!.from;
  }

  /** Moves business time to the first of the month after `month` (`YYYY-MM`) unless it is there, and closes it. */
  async closeMonth(month: string): Promise<void> {
    const end = new Date(`${month}-01T00:00:00Z`);
    end.setUTCMonth(end.getUTCMonth() + 1);
    const ahead = end.getTime() - (await this.now()).getTime();
    if (ahead > 0) await this.later((ahead + 60_000) / DAY_MS);
    await this.billing.closeMonth(month);
  }

  async invoiceOf(tenantId: string, month: string) {
    const { items } = await this.get(Invoices).list({ tenantIds: [tenantId], month, limit: 2 });
    if (items.length !== 1) throw new Error(`${items.length} invoices of ${tenantId} in ${month}`);
    return this.get(Invoices).get(items[0]!.id);
  }

  /** An issued invoice of a whole month, one install per wished line; not charged yet. */
  async issued(lines: readonly WishedLine[], paymentMethod = 'pm_card_bypassPending'): Promise<IssuedInvoice> {
    const tenantId = randomUUID();
    await this.card(tenantId, paymentMethod);
    const month = `20${String(10 + Math.floor(this.months / 12))}-${String((this.months % 12) + 1).padStart(2, '0')}`;
    this.months += 1;
    for (const { amountMinor, orgId, currency, fromDay = '01' } of lines) {
      await this.billing.activate({
        activatedAt: new Date(`${month}-${fromDay}T00:00:00Z`),
        tenantId,
        amountMinor,
        ...(currency === undefined ? {} : { currency }),
        ...(orgId === undefined ? {} : { orgId }),
      });
    }
    // Ended at once, so that later months of a test hold nothing of it.
    await this.billing.owner.query(
      `update billing.install_segments set ended_at = billing.month_end($2::date), reported_ended_at = ended_at,
         closed_by_event = gen_random_uuid() where tenant_id = $1`,
      [tenantId, `${month}-01`],
    );
    await this.billing.closeMonth(month);
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
  async paid(lines: readonly WishedLine[], paymentMethod?: string): Promise<PaidInvoice> {
    const invoice = await this.issued(lines, paymentMethod);
    await this.get(ChargeInvoice).execute(invoice.id);
    const [row] = await this.billing.db.query<{ payment_intent_id: string }>(
      `select payment_intent_id from billing.payments where invoice_id = $1 and state = 'succeeded'`,
      [invoice.id],
    );
    return { ...invoice, paymentIntentId: row!.payment_intent_id };
  }

  /** The owner of the tables. */
  owner(): Promise<Client> {
    return Promise.resolve(this.billing.owner);
  }

  balance(code: AccountCode, ownerId?: string | null, currency = 'usd'): Promise<bigint> {
    return this.ledger.balance(this.billing.db, { code, currency, ...(ownerId && { ownerId }) });
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

  async proves(): Promise<boolean> {
    return (await this.ledger.proof()).ok;
  }

  /** Puts a policy in force by two people. @param from default now */
  async policy(key: PolicyKey, value: unknown, from?: Date): Promise<void> {
    const validFrom = from ?? (await this.now());
    await putInForce(this, this.billing.owner, [FINANCE, SECOND], { key, value, validFrom });
  }

  /** Proposes to write an invoice off. */
  async proposeWriteOff(invoiceId: string, by = FINANCE, more = {}): Promise<string> {
    const payload = { ...(await this.get(WriteOffs).owed(invoiceId)), ...more };
    return this.get(Approvals).propose(by, { kind: this.get(WriteOffKind), payload, reason: 'The company is gone.' });
  }

  approve(id: string, by = SECOND): Promise<void> {
    return approveAs(this, this.billing.owner, by, id);
  }

  /** An operator with an address, so that mail finds somebody. */
  async operator(tenantId: string): Promise<string> {
    const [userId, email] = [randomUUID(), `olga-${tenantId.slice(0, 8)}@example.com`];
    await this.billing.owner.query(
      `insert into identity.users (id, email, name, email_confirmed_at) values ($1, $2, 'Olga Operator', now())`,
      [userId, email],
    );
    await this.billing.owner.query(
      `insert into installs.tenants (id, name, external_id) values ($1::uuid, 'Tenant', $1::text) on conflict do nothing`,
      [tenantId],
    );
    await nowOperates(this.billing.owner, userId, tenantId);
    return email;
  }

  async mailTo(email: string): Promise<string[]> {
    const rows = await this.billing.db.query<{ subject: string }>(
      'select subject from platform.mail_messages where recipient = $1 order by created_at, id',
      [email],
    );
    return rows.map((row) => row.subject);
  }

  protected async cleanUp(): Promise<void> {
    await this.sandbox.close();
    await this.billing.close();
  }
}
