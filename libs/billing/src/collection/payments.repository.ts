import { Injectable } from '@nestjs/common';
import { switchedOff } from '@portal/approvals';
import { AppError } from '@portal/kernel';
import type { Queryable } from '@portal/ledger';
import type { ColumnsOf, Tx } from '@portal/platform/database';
import type { SucceededCharge } from '@portal/stripe-gateway';
import { billingErrors } from '../errors.js';
import type { PaymentAttemptState } from '../invoicing/domain/invoice-state.js';
import type { InvoiceEntity } from '../invoicing/invoice.entity.js';
import type { PaymentEntity } from './payment.entity.js';

type Invoiced = ColumnsOf<InvoiceEntity>;

export type InvoiceRow = Pick<Invoiced, 'id' | 'number' | 'tenant_id' | 'currency' | 'total' | 'kind' | 'state'> &
  Pick<Invoiced, 'past_due_at' | 'suspend_at' | 'warned_at' | 'retry_count' | 'next_retry_at'> &
  Pick<Invoiced, 'fault_since' | 'fault_tries' | 'fault_seconds'> & {
    /** `YYYY-MM` */
    month: string;
    /** Amount due: the total plus what was carried in, minus what is carried forward and what credit notes took. */
    open: string;
  };

export type PaymentRow = ColumnsOf<PaymentEntity> & {
  /** The key was first sent so long ago that it may have expired at the provider. */
  key_expired: boolean;
  /** Somebody sends it, or has just done so. */
  under_way: boolean;
};

const PAYMENT = `*, state = 'sending' and sends > 0 and next_send_at > clock_timestamp() as under_way, coalesce(first_sent_at < (select platform.portal_now()) - interval '23 hours', false) as key_expired`;

/** An invoice and those carried into it as a whole, back to the last one that was charged. */
export const COLLECTED = `with recursive collected as (
    select id, month, carried_from from billing.invoices where id = $1
    union all select p.id, p.month, p.carried_from from collected c join billing.invoices p on p.id = c.carried_from where p.state in ('below_minimum', 'uncollectible'))`;

/** Invoices to be paid and their payment attempts. Lock order: invoice, then its payments. */
@Injectable()
export class PaymentsRepository {
  async lockInvoice(tx: Tx, invoiceId: string): Promise<InvoiceRow | undefined> {
    const [row] = await tx.query<InvoiceRow>(
      `select id, number, tenant_id, to_char(month, 'YYYY-MM') as month, currency, total, billing.open_amount(id) as open, kind, state, past_due_at,
         suspend_at, warned_at, retry_count, next_retry_at, fault_since, fault_tries, fault_seconds
       from billing.invoices where id = $1 for update`,
      [invoiceId],
    );
    return row;
  }

  /** As `lockInvoice`. @throws AppError `invoice_not_found` (404), also while it is not issued */
  async lockIssued(tx: Tx, invoiceId: string): Promise<InvoiceRow> {
    const invoice = await this.lockInvoice(tx, invoiceId);
    if (!invoice || invoice.state === 'draft') throw new AppError(billingErrors.invoice_not_found);
    return invoice;
  }

  /** The attempt that may still move money, has moved it, or needs a person; a unique index allows one. */
  async liveOf(tx: Tx, invoiceId: string): Promise<PaymentRow | undefined> {
    const [row] = await tx.query<PaymentRow>(
      `select ${PAYMENT} from billing.payments where invoice_id = $1 and state in ('sending', 'succeeded', 'stuck')`,
      [invoiceId],
    );
    return row;
  }

  async byId(tx: Tx, paymentId: string): Promise<PaymentRow | undefined> {
    const [row] = await tx.query<PaymentRow>(`select ${PAYMENT} from billing.payments where id = $1`, [paymentId]);
    return row;
  }

  /** Inserts the intent with its key before anything is sent. */
  async begin(tx: Tx, p: { id: string; invoice: InvoiceRow; customerId: string; paymentMethodId: string }) {
    const [row] = await tx.query<PaymentRow>(
      `insert into billing.payments (id, invoice_id, n, idempotency_key, customer_id, payment_method_id, amount, currency)
       select $1, $2, n.next, 'inv_' || $2::text || '_' || n.next, $3, $4, $5, $6
       from (select coalesce(max(n), 0) + 1 as next from billing.payments where invoice_id = $2) n
       returning ${PAYMENT}`,
      [p.id, p.invoice.id, p.customerId, p.paymentMethodId, p.invoice.open, p.invoice.currency],
    );
    return row!;
  }

  /**
   * Records that it is sent now, which keeps the job away for a minute. The age of the key is business time, because it
   * is compared with the provider's clock, which a sandbox moves together with ours.
   */
  async markSent(tx: Tx, paymentId: string): Promise<void> {
    await tx.query(
      `update billing.payments set sends = sends + 1, first_sent_at = coalesce(first_sent_at, platform.portal_now()),
         next_send_at = clock_timestamp() + interval '1 minute' where id = $1 and state = 'sending'`,
      [paymentId],
    );
  }

  /** The host collects it: the portal does not try. */
  async leaveToHost(tx: Tx, invoiceId: string): Promise<undefined> {
    await tx.query('update billing.invoices set next_retry_at = null where id = $1', [invoiceId]);
  }

  async waiting(tx: Tx, paymentId: string, problem: string, delayMs: number): Promise<void> {
    await tx.query(
      `update billing.payments set problem = $2, next_send_at = clock_timestamp() + $3::bigint * interval '1 millisecond'
       where id = $1 and state = 'sending'`,
      [paymentId, problem.slice(0, 500), Math.round(delayMs)],
    );
  }

  async end(tx: Tx, paymentId: string, state: PaymentAttemptState, problem: string | null, intentId: string | null) {
    await tx.query(
      `update billing.payments set state = $2, problem = $3, payment_intent_id = coalesce($4, payment_intent_id), ended_at = platform.portal_now()
       where id = $1`,
      [paymentId, state, problem, intentId],
    );
  }

  async charged(tx: Tx, id: string, state: 'succeeded' | 'surplus', charge: SucceededCharge): Promise<void> {
    const { paymentIntentId, chargeId, balanceTransactionId, feeMinor } = charge;
    await tx.query(
      `update billing.payments set state = $2, problem = null, payment_intent_id = $3, charge_id = $4, balance_transaction_id = $5, fee = $6,
         ended_at = platform.portal_now() where id = $1`,
      [id, state, paymentIntentId, chargeId, balanceTransactionId, feeMinor.toString()],
    );
  }

  /**
   * Marks the invoice as paid, together with those too small to charge that were carried into it. Returns all of them.
   */
  async invoicePaid(tx: Tx, invoiceId: string): Promise<{ id: string; month: string }[]> {
    return tx.query(
      `${COLLECTED} update billing.invoices i set state = 'paid', paid_at = $2, next_retry_at = null, last_problem = null,
         fault_since = null, fault = null, fault_tries = 0
       from collected c where i.id = c.id and i.state <> 'paid' returning i.id, to_char(i.month, 'YYYY-MM') as month`,
      [invoiceId, tx.now],
    );
  }

  async invoicePastDue(
    tx: Tx,
    invoice: InvoiceRow,
    p: {
      problem: string;
      refusals: number;
      pastDueAt: Date;
      suspendAt: Date;
      nextRetryAt: Date | null;
      faultSeconds: number;
    },
  ): Promise<void> {
    await tx.query(
      `update billing.invoices set state = 'past_due', last_problem = $2, retry_count = $3, next_retry_at = $4, past_due_at = $6,
         suspend_at = $7, warned_at = coalesce(warned_at, case when $4::timestamptz is null then $8::timestamptz end),
         fault_since = null, fault = null, fault_tries = 0, fault_seconds = $9 where id = $1 and state = $5`,
      [
        invoice.id,
        p.problem,
        p.refusals,
        p.nextRetryAt,
        invoice.state,
        p.pastDueAt,
        p.suspendAt,
        tx.now,
        p.faultSeconds,
      ],
    );
  }

  /** Records a platform-side failure: the invoice's state and dates stay, and it is retried. */
  async invoiceFaulted(tx: Tx, invoice: InvoiceRow, p: { problem: string; tries: number; nextRetryAt: Date }) {
    await tx.query(
      `update billing.invoices set fault_since = coalesce(fault_since, $2), fault = $3, fault_tries = $4, next_retry_at = $5
       where id = $1`,
      [invoice.id, tx.now, p.problem, p.tries, p.nextRetryAt],
    );
  }

  /**
   * Each author organization's share of an invoice and those carried into it, without what credit notes took; shares of
   * 0 are left out.
   */
  async authorParts(q: Queryable, invoiceId: string): Promise<{ orgId: string; shareMinor: bigint }[]> {
    const rows = await q.query<{ org_id: string; share: string }>(
      `${COLLECTED} select org_id, sum(share)::bigint as share from (
         select l.org_id, l.author_share as share from collected c join billing.invoice_lines l on l.invoice_id = c.id
         where l.org_id is not null
         union all
         select a.org_id, -a.author_share from collected c join billing.line_adjustments a on a.invoice_id = c.id
         where a.org_id is not null and a.source_type = 'credit_note') s
       group by org_id having sum(share) > 0 order by org_id`,
      [invoiceId],
    );
    return rows.map((row) => ({ orgId: row.org_id, shareMinor: BigInt(row.share) }));
  }

  /** Makes all unpaid invoices of a tenant due now, after it has saved a card. Returns their ids. */
  async dueNow(tx: Tx, tenantId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `update billing.invoices set next_retry_at = $2 where tenant_id = $1 and state in ('open', 'past_due') returning id`,
      [tenantId, tx.now],
    );
    return rows.map((row) => row.id);
  }

  /** Invoices that are due by the calendar, and those with an attempt without outcome that no process is sending. */
  async due(tx: Tx, limit: number): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `select i.id from billing.invoices i where i.next_retry_at <= (select platform.portal_now()) and i.state in ('open', 'past_due')
         and not exists (select 1 from billing.payments p where p.invoice_id = i.id and p.state in ('sending', 'succeeded', 'stuck'))
         and not ${switchedOff('tenant', 'be_charged', 'i.tenant_id')}
       union
       select p.invoice_id from billing.payments p where p.state = 'sending' and p.next_send_at <= clock_timestamp()
       union
       select p.invoice_id from billing.payments p where p.state = 'stuck' and p.first_sent_at < (select platform.portal_now()) - interval '23 hours'
       limit $1`,
      [limit],
    );
    return rows.map((row) => row.id);
  }
}
