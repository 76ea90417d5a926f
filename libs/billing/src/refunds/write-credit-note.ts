import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import type { LineReversal } from '../adjustments/domain/reversal.js';
import { CreditNoteEntity } from './credit-note.entity.js';
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

  /** For a returned refund: a counter-document of its credit note. The tax reversal that it requested is void if not sent. */
  async counter(tx: Tx, refundId: string): Promise<void> {
    const original = await tx.manager.findOneBy(CreditNoteEntity, { refundId });
    if (!original) return;
    const { number, invoiceId, currency, net, tax, reason } = original;
    const id = this.ids.next();
    const note = `Reverses credit note ${number}: its refund did not reach the customer.`;
    const counter = await this.creditNotes.issue(tx, {
      ...{ id, kind: 'counter', counters: original.id, refundId: null, invoiceId, currency, net, tax, reason, note },
      ...{ issuedBy: null, issuedByName: 'Drive Portal', approvalId: null },
    });
    await tx.audit(SYSTEM_ACTOR, 'credit_note.countered', ['refund', refundId], { after: { number, counter } });
    await this.taxReversals.void(tx, refundId);
  }
}
