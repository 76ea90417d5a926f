import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { creditNoteLegs } from '../adjustments/adjustment-legs.js';
import { leftOf, smaller } from '../adjustments/domain/reversal.js';
import { planAdjustment, type AdjustmentScope } from './domain/plan-adjustment.js';
import { invoiceStates } from '../invoicing/domain/invoice-state.js';
import type { RefundReason } from './domain/refund-state.js';
import { billingErrors } from '../errors.js';
import { AdjustmentsRepository } from '../adjustments/adjustments.repository.js';
import { CreditNotesRepository } from './credit-notes.repository.js';
import type { Issuer } from './issue-refund.js';
import { PaymentsRepository } from '../collection/payments.repository.js';
import { WriteCreditNote } from './write-credit-note.js';

export interface CreditNoteRequest {
  readonly invoiceId: string;
  readonly scope: AdjustmentScope;
  readonly reason: RefundReason;
  /** Reason, 1 to 500 characters; printed on the credit note. */
  readonly note: string;
}

/** What violated constraints of a credit note mean. */
export const CREDIT_NOTE_REFUSALS = {
  credit_notes_only_before_payment: billingErrors.invoice_not_creditable,
  credit_notes_second_person: billingErrors.second_person_needed,
};

/**
 * Cancels an invoice, or part of it, before it is paid. The invoice is not changed; the credit note reverses its
 * bookings, and an invoice with nothing left is closed. A refund issues its own credit note.
 */
@Injectable()
export class IssueCreditNote {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly adjustments: AdjustmentsRepository,
    private readonly creditNotes: CreditNotesRepository,
    private readonly write: WriteCreditNote,
    private readonly ledger: Ledger,
  ) {}

  /**
   * What it would take now. Locks the invoice.
   * @throws AppError `invoice_not_found` (404), `invoice_not_creditable`, `payment_in_progress`, `adjustment_too_large`
   *   (409), `adjustment_line_unknown`, `adjustment_not_possible` (422).
   */
  async plan(tx: Tx, { invoiceId, scope }: CreditNoteRequest) {
    const invoice = await this.payments.lockIssued(tx, invoiceId);
    if (!invoiceStates.can(invoice.state, 'credited')) throw new AppError(billingErrors.invoice_not_creditable);
    if (await this.payments.liveOf(tx, invoice.id)) throw new AppError(billingErrors.payment_in_progress);
    // Amounts carried in are cancelled on the invoice that billed them.
    const all = await this.adjustments.lines(tx, invoice.id);
    const lines = all.filter((line) => line.invoiceId === invoice.id);
    const held = lines.reduce((sum, line) => sum + leftOf(line), 0n);
    const terms = await this.adjustments.terms(tx, invoice.id);
    // With carried-in amounts, an invoice may ask for more than its own lines contain.
    const open = smaller(BigInt(invoice.open) + terms.carriedMinor, held);
    return { invoice, ...planAdjustment(lines, open, scope, { ...terms, carriedMinor: 0n }) };
  }

  /** In the caller's transaction. Violated constraints are thrown unchanged. @throws AppError as `plan` */
  async carryOut(
    tx: Tx,
    actor: Actor,
    request: CreditNoteRequest,
    { userId: issuedBy, name: issuedByName, approvalId }: Issuer = { ...actor, approvalId: null },
  ): Promise<{ creditNoteId: string; number: string }> {
    const { invoice, reversals } = await this.plan(tx, request);
    const { currency } = invoice;
    const { id, number } = await this.write.execute(
      tx,
      {
        kind: 'cancellation',
        invoiceId: invoice.id,
        refundId: null,
        currency,
        reason: request.reason,
        note: request.note,
        issuedBy,
        issuedByName,
        approvalId,
      },
      reversals,
    );
    const postingKey = `credit_note:${id}`;
    await this.ledger.post(tx, {
      kind: 'credit_note',
      idempotencyKey: postingKey,
      sourceType: 'credit_note',
      sourceId: id,
      effectiveAt: tx.now,
      legs: creditNoteLegs(reversals, currency),
    });
    await this.adjustments.take(tx, {
      postingKey,
      currency,
      source: 'credit_note',
      sourceId: id,
      reversals,
    });
    const { open, carried } = await this.creditNotes.left(tx, invoice.id);
    const closed = open === 0n && (carried === 0n || invoice.state !== 'below_minimum');
    if (closed) await this.creditNotes.closeInvoice(tx, invoice.id);
    await tx.audit(actor, 'invoice.credited', ['invoice', invoice.id], {
      before: { state: invoice.state, open_minor: invoice.open },
      after: { state: closed ? 'credited' : invoice.state, open_minor: open.toString(), credit_note: number },
    });
    return { creditNoteId: id, number };
  }
}
