import { Injectable } from '@nestjs/common';
import type { ColumnsOf, Tx } from '@portal/platform/database';
import type { LineReversal } from '../adjustments/domain/reversal.js';
import type { TaxReversalEntity } from './tax-reversal.entity.js';

export type TaxReversalRow = ColumnsOf<TaxReversalEntity> & {
  /** It reverses the invoice's whole tax, and nothing was reversed before. */
  whole: boolean;
};

/** Pending and sent reversals of recorded tax. Lock order: invoice, reversal. */
@Injectable()
export class TaxReversalsRepository {
  /** One per invoice with lines on the credit note whose tax the provider computed. */
  async owe(tx: Tx, creditNoteId: string, reversals: readonly LineReversal[]): Promise<void> {
    await tx.query(
      `insert into billing.tax_reversals (credit_note_id, invoice_id, net, tax, idempotency_key, created_at)
       select $1::uuid, i.id, t.net, t.tax, concat('taxrev_', $1::uuid, '_', i.id), $3
       from (select x.invoice_id, sum(x.net)::bigint as net, sum(x.tax)::bigint as tax
         from jsonb_to_recordset($2::jsonb) as x (invoice_id uuid, net bigint, tax bigint) group by 1) t
       join billing.invoices i on i.id = t.invoice_id where i.tax_calculation_id is not null and t.net + t.tax > 0 order by i.id`,
      [
        creditNoteId,
        JSON.stringify(
          reversals.map((one) => ({
            invoice_id: one.invoiceId,
            net: one.grossMinor.toString(),
            tax: one.taxMinor.toString(),
          })),
        ),
        tx.now,
      ],
    );
  }

  /** Unconfirmed reversals of a credit note, each marked as sent now. */
  async beginDue(tx: Tx, creditNoteId: string): Promise<TaxReversalRow[]> {
    return tx.query<TaxReversalRow>(
      `update billing.tax_reversals r set sends = sends + 1, first_sent_at = coalesce(first_sent_at, platform.portal_now())
       from billing.invoices i where r.credit_note_id = $1 and r.state = 'due' and i.id = r.invoice_id
       returning r.*, (r.net, r.tax) = (i.subtotal, i.tax) and not exists (select 1 from billing.tax_reversals o
           where o.invoice_id = r.invoice_id and o.credit_note_id <> r.credit_note_id and o.state <> 'void') as whole`,
      [creditNoteId],
    );
  }

  async reversed(tx: Tx, row: TaxReversalRow, transactionId: string): Promise<void> {
    await tx.query(
      `update billing.tax_reversals set state = 'reversed', transaction_id = $3, problem = null, ended_at = $4
       where credit_note_id = $1 and invoice_id = $2 and state = 'due'`,
      [row.credit_note_id, row.invoice_id, transactionId, tx.now],
    );
  }

  async refused(tx: Tx, row: TaxReversalRow, problem: string): Promise<boolean> {
    return tx.matched(
      `update billing.tax_reversals set state = 'refused', problem = $3, ended_at = $4
       where credit_note_id = $1 and invoice_id = $2 and state = 'due' returning 1`,
      [row.credit_note_id, row.invoice_id, problem.slice(0, 500), tx.now],
    );
  }

  /** The credit note has a counter-document: reversals that were not sent are cancelled. */
  async void(tx: Tx, refundId: string): Promise<void> {
    await tx.query(
      `update billing.tax_reversals r set state = 'void', ended_at = $2 from billing.credit_notes c
       where c.id = r.credit_note_id and c.refund_id = $1 and r.state = 'due' and r.sends = 0`,
      [refundId, tx.now],
    );
  }
}
