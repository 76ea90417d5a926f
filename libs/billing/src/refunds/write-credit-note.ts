import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import type { LineReversal } from '../adjustments/domain/reversal.js';
import { CreditNoteIssued } from '../events.js';
import { TaxReversalsRepository } from '../tax/tax-reversals.repository.js';
import { CreditNotesRepository, type NewCreditNote } from './credit-notes.repository.js';

/** Issues a credit note for amounts taken from lines, and requests the reversal of their tax at the provider. */
@Injectable()
export class WriteCreditNote {
  constructor(
    private readonly creditNotes: CreditNotesRepository,
    private readonly taxReversals: TaxReversalsRepository,
    private readonly ids: Ids,
  ) {}

  async execute(tx: Tx, note: Omit<NewCreditNote, 'id' | 'net' | 'tax'>, reversals: readonly LineReversal[]) {
    const id = this.ids.next();
    const number = await this.creditNotes.issue(tx, {
      ...note,
      id,
      net: reversals.reduce((sum, reversal) => sum + reversal.grossMinor, 0n),
      tax: reversals.reduce((sum, reversal) => sum + reversal.taxMinor, 0n),
    });
    await this.taxReversals.owe(tx, id, reversals);
    await tx.emit(CreditNoteIssued, { credit_note_id: id, invoice_id: note.invoiceId });
    return { id, number };
  }

  /** For a returned refund: voids its credit note, and the tax reversal that it requested. */
  async void(tx: Tx, refundId: string): Promise<void> {
    await this.creditNotes.void(tx, refundId);
    await this.taxReversals.void(tx, refundId);
  }
}
