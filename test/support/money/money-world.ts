import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import type { ApprovalKind } from '@portal/approvals';
import { BillingModule, BillingWorkerModule } from '@portal/billing';
import { LedgerModule } from '@portal/ledger';
import { PayoutsModule, PayoutsWorkerModule } from '@portal/payouts';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Database } from '@portal/platform/database';
import { StatementsModule, StatementsWorkerModule } from '@portal/statements';
import { CloseMonth } from '../../../libs/billing/src/invoicing/close-month.js';
import { RecordPayment } from '../../../libs/billing/src/collection/record-payment.js';
import { RequestClose } from '../../../libs/billing/src/invoicing/request-close.js';
import { Figures } from '../../../libs/reconciliation/src/read/figures.js';
import { SealMonth } from '../../../libs/statements/src/seal-month.js';
import { doneByTwo } from '../people/by-two.js';
import { FINANCE, SECOND } from './billing.js';
import { FinanceWorld, type PaidAuthor, type RunResult } from './finance-world.js';
import { insertSegment } from './written-rows.js';

export type { PaidAuthor } from './finance-world.js';

/**
 * Installs, months, payments, runs and statements, with the real billing, ledger and payouts; only the installs
 * themselves are written straight into billing's segments.
 */
export class MoneyWorld extends FinanceWorld {
  /** @param more features besides those of money */
  constructor(more: readonly Type[] = []) {
    const own = [LedgerModule, BillingModule, BillingWorkerModule, PayoutsModule, PayoutsWorkerModule];
    super({ features: [...own, StatementsModule, StatementsWorkerModule, ...more] });
  }

  override async begin(): Promise<void> {
    await super.begin();
    for (const currency of ['usd', 'eur', 'jpy', 'kwd']) await this.topUp(50_000_000, currency);
  }

  /** What two people of finance do. */
  async byTwo<P extends object>(asked: { kind: Type<ApprovalKind<P>>; payload: P }): Promise<void> {
    await doneByTwo(this, await this.owner(), [FINANCE, SECOND], asked);
  }

  /** The raw bytes of a file. */
  async file(as: string, url: string): Promise<string> {
    const answer = await this.app.ask(as, 'GET', url);
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.body.slice(0, 300)}`);
    return answer.body;
  }

  async segment(of: Parameters<typeof insertSegment>[1]): Promise<string> {
    const owner = await this.owner();
    return insertSegment((sql, params) => owner.query(sql, params), of);
  }

  async closeMonth(month: string): Promise<void> {
    await this.get(RequestClose).execute(SYSTEM_ACTOR, month);
    await this.get(CloseMonth).execute(month);
  }

  /** A tenant's invoice of a month, with its payment at the processor. */
  async invoiceOf(
    tenantId: string,
    month: string,
    currency?: string,
  ): Promise<{ id: string; state: string; intent: string | null }> {
    const [row] = await this.query<{ id: string; state: string; intent: string | null }>(
      `select i.id, i.state, p.payment_intent_id as intent from billing.invoices i
       left join billing.payments p on p.invoice_id = i.id and p.state = 'succeeded'
       where i.tenant_id = $1 and i.month = ($2 || '-01')::date and ($3::text is null or i.currency = $3)`,
      [tenantId, month, currency ?? null],
    );
    return row!;
  }

  /** Tenants pay their open invoices of the month; `only`: those of one tenant. */
  async pay(month: string, only?: { tenantId?: string; except?: readonly string[] }): Promise<void> {
    const invoices = await this.query<{ id: string; total: string; currency: string }>(
      `select id, billing.open_amount(id) as total, currency from billing.invoices where month = ($1 || '-01')::date and state in ('open', 'past_due')
         and ($2::uuid is null or tenant_id = $2) and not tenant_id = any($3::uuid[]) order by number_seq`,
      [month, only?.tenantId ?? null, only?.except ?? []],
    );
    const owner = await this.owner();
    for (const { id, total, currency } of invoices) {
      const paymentId = randomUUID();
      await owner.query(
        `insert into billing.payments (id, invoice_id, n, idempotency_key, customer_id, payment_method_id, amount, currency)
         values ($1, $2, 1, $3, 'cus_x', 'pm_x', $4, $5)`,
        [paymentId, id, `pi_${paymentId}`, total, currency],
      );
      const tail = paymentId.replaceAll('-', '');
      await this.get(RecordPayment).succeeded(id, paymentId, {
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
    await this.bookMadeUp({
      ...{ kind, sourceType, idempotencyKey: key, sourceId: key.split(':')[1]! },
      legs: [
        { account: { code: 'author_payable', ownerId: author.orgId, currency }, amountMinor: -amountMinor },
        { account: { code: 'platform_revenue', currency }, amountMinor },
      ],
    });
  }

  /** The month from its close to its seal. */
  async month(month: string, paying: { except?: readonly string[] } = {}): Promise<RunResult> {
    await this.closeMonth(month);
    await this.pay(month, paying);
    const run = await this.finish(await this.prepare(month));
    await this.seal();
    return run;
  }

  async seal(): Promise<string[]> {
    const sealed = await this.get(SealMonth).execute();
    await this.expectOwedAsStated();
    return sealed;
  }

  /** The third equality of reconciliation: the amount due to every author equals the statements. */
  async expectOwedAsStated(): Promise<void> {
    const found = await new Figures().authors(this.get(Database));
    expect(found.flatMap(({ currency, differing }) => differing.map((one) => ({ currency, ...one })))).toEqual([]);
  }

  async statementOf(author: PaidAuthor, month: string, currency = 'usd'): Promise<{ id: string }> {
    const list = await this.read<{ items: { id: string; month: string; currency: string }[] }>(
      author.session,
      '/author/statements',
    );
    const found = list.data.items.find((one) => one.month === month && one.currency === currency);
    if (!found) throw new Error(`${author.name} has no statement of ${month}: ${list.body.slice(0, 500)}`);
    return found;
  }

  async roots(): Promise<{ month: string; root: string; previous_root: string; statements: number }[]> {
    type Root = { month: string; root: string; previous_root: string; statements: number };
    const url = '/api/public/statement-roots';
    return (await this.app.call<{ items: Root[] }>({ method: 'GET', url })).data.items;
  }
}
