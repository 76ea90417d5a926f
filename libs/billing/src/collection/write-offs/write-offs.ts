import { Injectable } from '@nestjs/common';
import { AppError, required } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { billingErrors } from '../../errors.js';
import type { UnpaidInvoiceView } from '../collection.view.js';
import { CARRIED, OWED } from './write-offs.repository.js';

/** An invoice that will not be paid, and what is owed on it: when that changes, it is proposed again. */
export interface InvoiceToWriteOff {
  readonly invoice_id: string;
  /** Minor units as decimal text. */
  readonly owed_minor: string;
  readonly currency: string;
}

/** What can be written off. */
@Injectable()
export class WriteOffs {
  constructor(private readonly database: Database) {}

  /** @throws AppError `invoice_not_found` (404) */
  async owed(invoiceId: string): Promise<InvoiceToWriteOff> {
    const [row] = await this.database.query<InvoiceToWriteOff>(
      `select i.id as invoice_id, ${OWED} as owed_minor, i.currency from billing.invoices i where i.id = $1`,
      [invoiceId],
    );
    return required(row, billingErrors.invoice_not_found);
  }

  /**
   * What would be proposed if everything that a tenant owes were written off, also what is too small to charge; oldest
   * first.
   * @throws AppError `tenant_not_found` (404), also for one that was never billed
   */
  async unpaidOf(tenantId: string): Promise<UnpaidInvoiceView[]> {
    const billed = await this.database.query('select 1 from billing.invoices where tenant_id = $1 limit 1', [tenantId]);
    if (billed.length === 0) throw new AppError(billingErrors.tenant_not_found);
    return this.database.query<UnpaidInvoiceView>(
      `select i.id as invoice_id, i.number, to_char(i.month, 'YYYY-MM') as month, i.state, ${OWED} as owed_minor, i.currency
       from billing.invoices i where i.tenant_id = $1 and i.state in ('past_due', 'below_minimum') and not (i.state = 'below_minimum' and ${CARRIED})
         and not exists (select 1 from approvals.approvals a where a.kind = 'write_off' and a.subject_id = i.id::text
           and a.state = 'waiting' and a.expires_at > (select platform.portal_now())) order by i.number_seq`,
      [tenantId],
    );
  }
}
