import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { InvoiceEntity } from '../invoicing/invoice.entity.js';

/** Legal entity whose number sequence a document uses; the platform is a single one. */
const LEGAL_ENTITY = 'platform';

export interface NewCreditNote {
  id: string;
  kind: 'refund' | 'cancellation';
  invoiceId: string;
  refundId: string | null;
  currency: string;
  netMinor: bigint;
  taxMinor: bigint;
  reason: string;
  note: string;
  issuedBy: string | null;
  issuedByName: string;
}

@Injectable()
export class CreditNotesRepository {
  /** Takes the next number; other credit notes wait until this transaction ends. Returns the number. */
  async issue(tx: Tx, c: NewCreditNote): Promise<string> {
    const [counter] = await tx.query<{ last_number: string }>(
      'update billing.credit_note_counters set last_number = last_number + 1 where legal_entity = $1 returning last_number',
      [LEGAL_ENTITY],
    );
    const [row] = await tx.query<{ number: string }>(
      `insert into billing.credit_notes (id, legal_entity, number_seq, kind, invoice_id, refund_id, currency, net, tax, reason, note, issued_by,
         issued_by_name, issued_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning number`,
      [
        c.id,
        LEGAL_ENTITY,
        counter!.last_number,
        c.kind,
        c.invoiceId,
        c.refundId,
        c.currency,
        c.netMinor.toString(),
        c.taxMinor.toString(),
        c.reason,
        c.note,
        c.issuedBy,
        c.issuedByName,
        tx.now,
      ],
    );
    return row!.number;
  }

  /** Voids the credit note of a returned refund; it keeps its number. */
  async void(tx: Tx, refundId: string): Promise<void> {
    await tx.query('update billing.credit_notes set voided_at = $2 where refund_id = $1 and voided_at is null', [
      refundId,
      tx.now,
    ]);
  }

  async openAmount(tx: Tx, invoiceId: string): Promise<bigint> {
    const [row] = await tx.query<{ open: string }>('select billing.open_amount($1) as open', [invoiceId]);
    return BigInt(row!.open);
  }

  async closeInvoice(tx: Tx, invoiceId: string): Promise<void> {
    const change = { state: 'credited', nextRetryAt: null, lastProblem: null } as const;
    await tx.manager.update(InvoiceEntity, { id: invoiceId }, change);
  }
}
