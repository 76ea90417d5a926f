import { Injectable } from '@nestjs/common';
import { required } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { billingErrors } from '../../errors.js';
import type {
  FinanceInvoiceAdjustmentsView,
  InvoiceAdjustmentsView,
  SettlementView,
} from '../http/adjustments.view.js';
import { invoiceStates, type InvoiceState } from '../../invoicing/domain/invoice-state.js';
import { AdjustmentsRepository } from '../../adjustments/adjustments.repository.js';
import { CreditNotes } from './credit-notes.js';
import { Disputes } from '../../disputes/disputes.js';
import { Refunds } from './refunds.js';

interface Row {
  currency: string;
  state: InvoiceState;
  open: string;
  credited: string;
  carried_in: string;
  carried_out: string;
  not_due: string;
  charging: boolean;
  alone: string;
}

const SETTLEMENTS = `select s.id, s.cause, s.amount as amount_minor, s.settled as settled_minor, s.settled_currency,
    s.exchange_rate::text as exchange_rate, s.fee as fee_minor, s.created_at
  from billing.settlements s join billing.payments p on p.id = s.payment_id where p.invoice_id = $1 order by s.created_at, s.id`;

/** Refunds and credit notes of an invoice, and what can still be refunded. */
@Injectable()
export class InvoiceAdjustments {
  constructor(
    private readonly database: Database,
    private readonly adjustments: AdjustmentsRepository,
    private readonly refunds: Refunds,
    private readonly creditNotes: CreditNotes,
    private readonly disputes: Disputes,
  ) {}

  /** @throws AppError `invoice_not_found` (404), also for an invoice of a tenant that is not in `tenantIds`. */
  async forTenant(invoiceId: string, tenantIds: readonly string[]): Promise<InvoiceAdjustmentsView> {
    return this.view(invoiceId, await this.invoice(invoiceId, tenantIds));
  }

  /** @throws AppError `invoice_not_found` (404) */
  async forFinance(invoiceId: string): Promise<FinanceInvoiceAdjustmentsView> {
    const row = await this.invoice(invoiceId, null);
    const paid = await this.adjustments.paidOf(this.database, invoiceId);
    const surplus = await this.adjustments.surplusOf(this.database, invoiceId);
    const tooMuch = surplus?.payment_id === paid?.id ? BigInt(surplus?.left ?? 0) : 0n;
    return {
      ...(await this.view(invoiceId, row)),
      surplus_minor: surplus?.left ?? '0',
      refundable_minor: paid && !paid.disputed ? (BigInt(paid.available) - tooMuch).toString() : '0',
      alone_up_to_minor: row.alone,
      creditable: invoiceStates.can(row.state, 'credited') && !row.charging,
      disputes: await this.disputes.ofInvoice(invoiceId),
      settlements: (await this.database.query<RowOf<SettlementView, 'created_at'>>(SETTLEMENTS, [invoiceId])).map(
        isoDates,
      ),
    };
  }

  private async invoice(invoiceId: string, tenantIds: readonly string[] | null): Promise<Row> {
    const [row] = await this.database.query<Row>(
      `select i.currency, i.state,
         case when i.state in ('open', 'past_due', 'below_minimum') then billing.open_amount(i.id) else 0 end as open,
         i.carried_in, billing.carries(i.id) as carried_out, i.carried_out - billing.carries(i.id) as not_due, coalesce((select sum(c.total) from billing.credit_notes c where c.invoice_id = i.id and c.kind = 'cancellation'), 0)::bigint as credited,
         exists (select 1 from billing.payments p where p.invoice_id = i.id and p.state in ('sending', 'stuck')) as charging,
         greatest(billing.left_alone(i.tenant_id, i.currency), 0) as alone
       from billing.invoices i where i.id = $1 and ($2::uuid[] is null or i.tenant_id = any($2)) and i.state <> 'draft'`,
      [invoiceId, tenantIds],
    );
    return required(row, billingErrors.invoice_not_found);
  }

  private async view(invoiceId: string, row: Row): Promise<InvoiceAdjustmentsView> {
    const refunds = await this.refunds.ofInvoice(invoiceId);
    const refunded = refunds.reduce((sum, one) => sum + (one.state === 'failed' ? 0n : BigInt(one.amount_minor)), 0n);
    return {
      currency: row.currency,
      open_minor: row.open,
      credited_minor: row.credited,
      carried_in_minor: row.carried_in,
      carried_out_minor: row.carried_out,
      not_due_minor: row.not_due,
      refunded_minor: refunded.toString(),
      refunds,
      credit_notes: await this.creditNotes.ofInvoice(invoiceId),
    };
  }
}
