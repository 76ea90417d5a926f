import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import type { LineReversal } from '../adjustments/domain/reversal.js';
import { CreditNoteIssued } from '../events.js';
import { TaxReversalsRepository } from '../tax/tax-reversals.repository.js';
import { CreditNotesRepository, type NewCreditNote } from './credit-notes.repository.js';

/** Numbers a credit note over what was taken from lines, and makes the tax of it owed back at the provider. */
@Injectable()
export class WriteCreditNote {
  constructor(
    private readonly creditNotes: CreditNotesRepository,
    private readonly taxReversals: TaxReversalsRepository,
    private readonly ids: Ids,
    private readonly outbox: Outbox,
  ) {}

  async execute(
    tx: Tx,
    note: Omit<NewCreditNote, 'id' | 'netMinor' | 'taxMinor'>,
    reversals: readonly LineReversal[],
  ): Promise<{ id: string; number: string }> {
    const id = this.ids.next();
    const number = await this.creditNotes.issue(tx, {
      ...note,
      id,
      netMinor: reversals.reduce((sum, reversal) => sum + reversal.grossMinor, 0n),
      taxMinor: reversals.reduce((sum, reversal) => sum + reversal.taxMinor, 0n),
    });
    await this.taxReversals.owe(tx, id, reversals);
    await this.outbox.emit(tx, CreditNoteIssued, { credit_note_id: id, invoice_id: note.invoiceId });
    return { id, number };
  }

  /** Of a refund that came back: its credit note holds no more, nor what was owed back of the tax. */
  async void(tx: Tx, refundId: string): Promise<void> {
    await this.creditNotes.void(tx, refundId);
    await this.taxReversals.void(tx, refundId);
  }
}
