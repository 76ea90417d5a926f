import { Injectable } from '@nestjs/common';
import { AppError, type Page } from '@portal/kernel';
import { Database } from '@portal/platform';
import { billingErrors } from '../errors.js';
import type { UnpaidInvoiceView, WriteOffView } from '../http/collection.view.js';
import { GIVEN_UP_WITH_TENANT, OWED } from '../persistence/write-offs.repository.js';

interface Row {
  id: string;
  invoice_id: string;
  number: string;
  tenant_name: string;
  total: string;
  currency: string;
  state: string;
  reason: string;
  proposed_by: string;
  proposed_by_name: string;
  proposed_at: Date;
  decided_by_name: string | null;
  decided_at: Date | null;
}

const WRITE_OFF = `select w.id, w.invoice_id, i.number, i.tenant_name, i.total, i.currency, w.state, w.reason, w.proposed_by, w.proposed_by_name,
  w.proposed_at, w.decided_by_name, w.decided_at from billing.write_offs w join billing.invoices i on i.id = w.invoice_id`;

/** Invoices that were proposed to be given up: what waits first, then the newest. */
@Injectable()
export class WriteOffs {
  constructor(private readonly database: Database) {}

  async list(): Promise<Page<WriteOffView>> {
    const rows = await this.database.query<Row>(
      `${WRITE_OFF} order by (w.state = 'proposed') desc, w.proposed_at desc, w.id limit 200`,
    );
    return { items: rows.map(view), next_cursor: null };
  }

  /**
   * What would be proposed if everything were given up that a tenant owes; the oldest first.
   * @throws AppError `tenant_not_found` (404), also for one that was never billed
   */
  async unpaidOf(tenantId: string): Promise<UnpaidInvoiceView[]> {
    const billed = await this.database.query('select 1 from billing.invoices where tenant_id = $1 limit 1', [tenantId]);
    if (billed.length === 0) throw new AppError(billingErrors.tenant_not_found);
    return this.database.query<UnpaidInvoiceView>(
      `select i.id as invoice_id, i.number, to_char(i.month, 'YYYY-MM') as month, i.state, ${OWED}::text as owed_minor, i.currency
       from billing.invoices i where i.tenant_id = $1 and ${GIVEN_UP_WITH_TENANT} order by i.number_seq`,
      [tenantId],
    );
  }

  /** @throws AppError `write_off_not_found` (404) */
  async get(id: string): Promise<WriteOffView> {
    const [row] = await this.database.query<Row>(`${WRITE_OFF} where w.id = $1`, [id]);
    if (!row) throw new AppError(billingErrors.write_off_not_found);
    return view(row);
  }
}

function view(row: Row): WriteOffView {
  return {
    id: row.id,
    invoice_id: row.invoice_id,
    number: row.number,
    tenant_name: row.tenant_name,
    total_minor: row.total,
    currency: row.currency,
    state: row.state,
    reason: row.reason,
    proposed_by: row.proposed_by_name,
    proposed_by_id: row.proposed_by,
    proposed_at: row.proposed_at.toISOString(),
    decided_by: row.decided_by_name,
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}
