import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { InvoiceEntity } from '../invoicing/invoice.entity.js';
import { CreditNoteEntity } from './credit-note.entity.js';

/** Legal entity whose number sequence a document uses; the platform is a single one. */
const LEGAL_ENTITY = 'platform';

export type NewCreditNote = Pick<
  CreditNoteEntity,
  | 'id'
  | 'kind'
  | 'invoiceId'
  | 'refundId'
  | 'currency'
  | 'net'
  | 'tax'
  | 'reason'
  | 'note'
  | 'issuedBy'
  | 'issuedByName'
  | 'approvalId'
>;

@Injectable()
export class CreditNotesRepository {
  /** Takes the next number; other credit notes wait until this transaction ends. Returns the number. */
  async issue(tx: Tx, creditNote: NewCreditNote): Promise<string> {
    const [counter] = await tx.query<{ last_number: string }>(
      'update billing.credit_note_counters set last_number = last_number + 1 where legal_entity = $1 returning last_number',
      [LEGAL_ENTITY],
    );
    const numbered = { legalEntity: LEGAL_ENTITY, numberSeq: BigInt(counter!.last_number), issuedAt: tx.now };
    await tx.manager.insert(CreditNoteEntity, { ...creditNote, ...numbered });
    return (await tx.manager.findOneByOrFail(CreditNoteEntity, { id: creditNote.id })).number;
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
