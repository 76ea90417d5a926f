import { randomUUID } from 'node:crypto';
import type { DynamicModule } from '@nestjs/common';
import { Ledger, type AccountCode } from '@portal/ledger';
import type { Actor } from '@portal/platform/access';
import { withScope } from '@portal/platform/database';
import { createSandbox, type Sandbox } from '../../../apps/stripe-sandbox/src/sandbox.js';
import { CloseMonth } from '../../../libs/billing/src/invoicing/close-month.js';
import { ChargeInvoice } from '../../../libs/billing/src/collection/charge-invoice.js';
import { CollectDue } from '../../../libs/billing/src/collection/collect-due.js';
import { PayInvoice } from '../../../libs/billing/src/collection/pay-invoice.js';
import { PolicyProposals } from '../../../libs/billing/src/policies/policy-proposals.js';
import type { PolicyKey } from '../../../libs/billing/src/policies/domain/policy.js';
import { Invoices } from '../../../libs/billing/src/invoicing/read/invoices.js';
import { RequestClose } from '../../../libs/billing/src/invoicing/request-close.js';
import { SavePaymentMethod } from '../../../libs/billing/src/cards/save-payment-method.js';
import { SetBillingDetails } from '../../../libs/billing/src/cards/set-billing-details.js';
import { SuspendTenants } from '../../../libs/billing/src/collection/suspend-tenants.js';
import { CommercialChangesRepository } from '../../../libs/listings/src/pricing/commercial-changes.repository.js';
import { BillingFixture, FINANCE } from './billing.js';
import { createTestDatabase } from '../database/database.js';
import { controlSandbox } from './sandbox-control.js';

export const SECOND: Actor = { ...FINANCE, userId: '0190a000-0000-7000-8000-0000000000f2', name: 'Second Person' };
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

/** Billing with the real SDK and the payment sandbox; business time and the sandbox's clock move together. */
export class CollectingWorld {
  private overdueYear = 2010;

  private constructor(
    readonly billing: BillingFixture,
    private readonly sandbox: Sandbox,
  ) {}

  /** @param more modules besides those of billing */
  static async start(more: readonly DynamicModule[] = []): Promise<CollectingWorld> {
    const database = await createTestDatabase();
    const sandbox = await createSandbox({ databaseUrl: database.url });
    return new CollectingWorld(await BillingFixture.start({ STRIPE_API_BASE: sandbox.url }, database, more), sandbox);
  }

  /** Where the payment sandbox listens. */
  get sandboxUrl(): string {
    return this.sandbox.url;
  }

  get<T>(token: string | (abstract new (...args: never[]) => T)): T {
    return this.billing.get(token);
  }

  async now(): Promise<Date> {
    const [row] = await this.billing.db.query<{ now: Date }>('select platform.portal_now() as now');
    return row!.now;
  }

  async later(days: number): Promise<void> {
    const advance_ms = Math.round(days * DAY_MS);
    await this.billing.advance(advance_ms);
    await controlSandbox(this.sandbox.url, '/clock', { advance_ms });
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
    await this.close(month);
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

  /** Two people decide who bills for a Drive; returns from when on. */
  async billedBy(driveId: string, model: 'author_billing' | 'platform'): Promise<Date> {
    const changes = new CommercialChangesRepository();
    return this.billing.transactor.run(async (tx) => {
      const id = randomUUID();
      const currency = model === 'platform' ? null : 'usd';
      const change = { kind: 'billing_model', driveId, model, currency } as const;
      const by = { userId: randomUUID(), userName: 'Fina' };
      await changes.propose(tx, id, change, { validFrom: tx.now, reason: 'agreed', ...by });
      const decided = { id, state: 'approved', userId: randomUUID(), userName: 'Fin', note: null } as const;
      return (await changes.decide(tx, decided))!;
    });
  }

  /** Moves business time to the first of the month after `month` (`YYYY-MM`) unless it is there, and closes it. */
  async close(month: string): Promise<void> {
    const end = new Date(`${month}-01T00:00:00Z`);
    end.setUTCMonth(end.getUTCMonth() + 1);
    const ahead = end.getTime() - (await this.now()).getTime();
    if (ahead > 0) await this.later((ahead + 60_000) / DAY_MS);
    await this.get(RequestClose).execute(FINANCE, month);
    await this.get(CloseMonth).execute(month);
  }

  async invoiceOf(tenantId: string, month: string) {
    const { items } = await this.get(Invoices).list({ tenantIds: [tenantId], month, limit: 2 });
    if (items.length !== 1) throw new Error(`${items.length} invoices of ${tenantId} in ${month}`);
    return this.get(Invoices).get(items[0]!.id);
  }

  balance(code: AccountCode, ownerId?: string, currency = 'usd'): Promise<bigint> {
    const account = ownerId === undefined ? { code, currency } : { code, ownerId, currency };
    return this.get(Ledger).balance(this.billing.db, account);
  }

  async proves(): Promise<boolean> {
    return (await this.get(Ledger).proof()).ok;
  }

  /** Puts a policy in force by two people. @param from default now */
  async policy(key: PolicyKey, value: unknown, from?: Date): Promise<void> {
    const validFrom = from ?? (await this.now());
    const id = await this.get(PolicyProposals).propose(FINANCE, { key, value, validFrom, reason: 'For a test' });
    await this.get(PolicyProposals).decide(SECOND, id, { state: 'approved', note: null });
  }

  /** An operator with an address, so that mail finds somebody. */
  async operator(tenantId: string): Promise<string> {
    const [userId, email] = [randomUUID(), `olga-${tenantId.slice(0, 8)}@example.com`];
    await this.billing.owner.query(
      `insert into identity.users (id, email, name, email_confirmed_at) values ($1, $2, 'Olga Operator', now())`,
      [userId, email],
    );
    await this.billing.owner.query(
      `insert into identity.role_grants (id, user_id, role, scope_id) values (gen_random_uuid(), $1, 'operator', $2)`,
      [userId, tenantId],
    );
    return email;
  }

  async mailTo(email: string): Promise<string[]> {
    const rows = await this.billing.db.query<{ subject: string }>(
      'select subject from platform.mail_messages where recipient = $1 order by created_at, id',
      [email],
    );
    return rows.map((row) => row.subject);
  }

  async stop(): Promise<void> {
    await this.sandbox.close();
    await this.billing.close();
  }
}
