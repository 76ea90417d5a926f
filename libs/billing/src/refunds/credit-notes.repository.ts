import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { InvoiceEntity } from '../invoicing/invoice.entity.js';
import { CreditNoteEntity } from './credit-note.entity.js';

/** Legal entity whose number sequence a document uses; the platform is a single one. */
const LEGAL_ENTITY = 'platform';

type SetHere = 'legalEntity' | 'numberSeq' | 'number' | 'total' | 'issuedAt' | 'requestKey' | 'counters';
export type NewCreditNote = Omit<CreditNoteEntity, SetHere> & { counters?: string };

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

  /** What is open of an invoice, and what it carries into the next one. */
  async left(tx: Tx, invoiceId: string): Promise<{ open: bigint; carried: bigint }> {
    const [row] = await tx.query<{ open: string; carried: string }>(
      'select billing.open_amount($1) as open, billing.carries($1) as carried',
      [invoiceId],
    );
    return { open: BigInt(row!.open), carried: BigInt(row!.carried) };
  }

  async closeInvoice(tx: Tx, invoiceId: string): Promise<void> {
    const change = { state: 'credited', nextRetryAt: null, lastProblem: null } as const;
    await tx.manager.update(InvoiceEntity, { id: invoiceId }, change);
  }
}
