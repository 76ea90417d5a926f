import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { billingErrors } from '../../errors.js';
import type { UnpaidInvoiceView, WriteOffView } from '../collection.view.js';
import { EVER_BILLED, OWED, WRITTEN_OFF_WITH_TENANT } from './write-offs.repository.js';
import { billedFor, narrowed, narrowing, type Narrowing } from '../../invoicing/read/narrowed.js';

type Row = RowOf<WriteOffView, 'proposed_at' | 'decided_at'> & { sort: string };

const WRITE_OFF = `select w.id, w.invoice_id, i.number, i.tenant_name, i.total as total_minor, i.currency, w.state, w.reason,
  w.proposed_by_name as proposed_by, w.proposed_by as proposed_by_id, w.proposed_at, to_char(w.proposed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USOF') as sort, w.decided_by_name as decided_by, w.decided_at from billing.write_offs w join billing.invoices i on i.id = w.invoice_id`;

/** Lists proposed and decided write-offs. */
@Injectable()
export class WriteOffs {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async list(query: Narrowing): Promise<Page<WriteOffView>> {
    const [at, id] = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, 2);
    const rows = await this.database.query<Row>(
      `${WRITE_OFF} where ${narrowed({ at: 'w.proposed_at', currency: 'i.currency', state: 'w.state', concerns: billedFor() })}
         and ($6::timestamptz is null or (w.proposed_at, w.id) < ($6::timestamptz, $7::uuid))
       order by w.proposed_at desc, w.id desc limit $8`,
      [...narrowing(query), at, id, query.limit + 1],
    );
    return toPage(rows, query.limit, (row) => [row.sort, row.id], view);
  }

  /**
   * What would be proposed if everything that a tenant owes were written off, oldest first.
   * @throws AppError `tenant_not_found` (404), also for one that was never billed
   */
  async unpaidOf(tenantId: string): Promise<UnpaidInvoiceView[]> {
    if ((await this.database.query(EVER_BILLED, [tenantId])).length === 0)
      throw new AppError(billingErrors.tenant_not_found);
    return this.database.query<UnpaidInvoiceView>(
      `select i.id as invoice_id, i.number, to_char(i.month, 'YYYY-MM') as month, i.state, ${OWED}::text as owed_minor, i.currency
       from billing.invoices i where i.tenant_id = $1 and ${WRITTEN_OFF_WITH_TENANT} order by i.number_seq`,
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

const view = ({ sort: _sort, ...row }: Row): WriteOffView => isoDates(row);
