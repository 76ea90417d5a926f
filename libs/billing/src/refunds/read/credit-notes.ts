import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type { CreditNoteView } from '../http/adjustments.view.js';
import { narrowed, narrowing, takenFrom, type Narrowing } from '../../invoicing/read/narrowed.js';

type Row = RowOf<CreditNoteView, 'issued_at'> & { number_seq: string };

const CREDIT_NOTE = `select c.id, c.number, c.number_seq, c.kind, c.invoice_id, i.number as invoice_number, i.tenant_name, c.net * s.sign as net_minor,
    c.tax * s.sign as tax_minor, c.total * s.sign as total_minor, c.currency, c.reason, c.note, c.issued_at, k.number as countered_by,
    coalesce((select min(r.state) from billing.tax_reversals r where r.credit_note_id = c.id and r.state <> 'void'), 'none') as tax_reversal
  from billing.credit_notes c join billing.invoices i on i.id = c.invoice_id
  cross join lateral (select case c.kind when 'counter' then -1 else 1 end as sign) s
  left join billing.credit_notes k on k.counters = c.id left join billing.credit_notes o on o.id = c.counters`;

const CONCERNS = takenFrom('coalesce(c.refund_id, o.refund_id, c.id)', 'refund', 'credit_note');
const STATE = `case when k.id is null then 'issued' else 'countered' end`;

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
    return toPage(rows, query.limit, ['number_seq'], view);
  }

  /** Of one invoice, oldest first. */
  async ofInvoice(invoiceId: string): Promise<CreditNoteView[]> {
    const rows = await this.database.query<Row>(`${CREDIT_NOTE} where c.invoice_id = $1 order by c.number_seq`, [
      invoiceId,
    ]);
    return rows.map(view);
  }
}

const view = ({ number_seq: _seq, ...row }: Row): CreditNoteView => isoDates(row);
