import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import type { CreditNoteView } from '../http/adjustments.view.js';
import { narrowed, narrowing, takenFrom, type Narrowing } from '../../invoicing/read/narrowed.js';

interface Row {
  id: string;
  number: string;
  number_seq: string;
  kind: string;
  invoice_id: string;
  invoice_number: string;
  tenant_name: string;
  net: string;
  tax: string;
  total: string;
  currency: string;
  reason: string;
  note: string;
  issued_at: Date;
  voided_at: Date | null;
  tax_reversal: string;
}

const CREDIT_NOTE = `select c.id, c.number, c.number_seq, c.kind, c.invoice_id, i.number as invoice_number, i.tenant_name, c.net, c.tax, c.total, c.currency,
    c.reason, c.note, c.issued_at, c.voided_at,
    coalesce((select min(r.state) from billing.tax_reversals r where r.credit_note_id = c.id and r.state <> 'void'), 'none') as tax_reversal
  from billing.credit_notes c join billing.invoices i on i.id = c.invoice_id`;

const CONCERNS = takenFrom('coalesce(c.refund_id, c.id)', 'refund', 'credit_note');
const STATE = `case when c.voided_at is null then 'issued' else 'voided' end`;

@Injectable()
export class CreditNotes {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async list(query: Narrowing): Promise<Page<CreditNoteView>> {
    const [before] = query.cursor === undefined ? [null] : decodeCursor(query.cursor, 1);
    const rows = await this.database.query<Row>(
      `${CREDIT_NOTE} where ${narrowed({ at: 'c.issued_at', currency: 'c.currency', state: STATE, concerns: CONCERNS })}
         and ($6::bigint is null or c.number_seq < $6) order by c.number_seq desc limit $7`,
      [...narrowing(query), before, query.limit + 1],
    );
    return toPage(rows, query.limit, (row) => [row.number_seq], view);
  }

  /** Of one invoice, oldest first. */
  async ofInvoice(invoiceId: string): Promise<CreditNoteView[]> {
    const rows = await this.database.query<Row>(`${CREDIT_NOTE} where c.invoice_id = $1 order by c.number_seq`, [
      invoiceId,
    ]);
    return rows.map(view);
  }
}

function view(row: Row): CreditNoteView {
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    invoice_id: row.invoice_id,
    invoice_number: row.invoice_number,
    tenant_name: row.tenant_name,
    net_minor: row.net,
    tax_minor: row.tax,
    total_minor: row.total,
    currency: row.currency,
    reason: row.reason,
    note: row.note,
    tax_reversal: row.tax_reversal,
    issued_at: row.issued_at.toISOString(),
    voided_at: row.voided_at?.toISOString() ?? null,
  };
}
