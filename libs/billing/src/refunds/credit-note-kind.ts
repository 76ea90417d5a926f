import { Injectable } from '@nestjs/common';
import {
  Approvals,
  type ApprovalKind,
  type ApprovalPreview,
  type ApprovalSubject,
  type Approved,
} from '@portal/approvals';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { billingErrors } from '../errors.js';
import { aloneOrProposed, linesOf, scopeOf, subjectOf, type ProposedGift } from './read/give-back.js';
import { CREDIT_NOTE_REFUSALS, IssueCreditNote, type CreditNoteRequest } from './issue-credit-note.js';
import { PreviewRefund } from './read/preview-refund.js';

interface ProposedCreditNote extends ProposedGift {
  readonly kind: 'cancellation';
  readonly total: string;
}

/** Cancelling more of an unpaid invoice than one person may give back alone (policy `second_person_above`). */
@Injectable()
export class CreditNoteKind implements ApprovalKind<ProposedCreditNote> {
  readonly kind = 'credit_note';
  readonly subjectType = 'invoice';
  readonly name = 'Credit note';
  readonly roles = ['finance'] as const;
  readonly refusals = { ...CREDIT_NOTE_REFUSALS, credit_notes_by_approval: billingErrors.adjustment_too_large };

  constructor(
    private readonly transactor: Transactor,
    private readonly approvals: Approvals,
    private readonly issue: IssueCreditNote,
    private readonly previews: PreviewRefund,
  ) {}

  /** Cancels, or proposes it. @throws AppError as `IssueCreditNote` and `Approvals.propose` */
  ask(actor: Actor, request: CreditNoteRequest): Promise<{ creditNoteId: string } | { approvalId: string }> {
    return aloneOrProposed(
      () => this.issue.execute(actor, request),
      async () => {
        const { invoice, asked, amountMinor } = await this.transactor.run((tx) => this.issue.plan(tx, request));
        const { reason, note } = request;
        const what = { kind: 'cancellation', invoice_id: invoice.id, reason, note, lines: linesOf(asked) } as const;
        const payload = { ...what, currency: invoice.currency, total: amountMinor.toString() };
        return this.approvals.propose(actor, { kind: this, payload, reason: note });
      },
    );
  }

  subject(tx: Tx, payload: ProposedCreditNote): Promise<ApprovalSubject> {
    return subjectOf(tx, this.name, payload, BigInt(payload.total));
  }

  async preview(payload: ProposedCreditNote): Promise<ApprovalPreview> {
    const { amountMinor: amount, reversals } = await this.transactor.run((tx) =>
      this.issue.plan(tx, requestOf(payload)),
    );
    const taken = { amount, reversals, code: 'author_pending' } as const;
    return this.previews.ofProposal(payload, taken, ({ tenant_name: payer, open, number }, text) => ({
      effect: `${payer} owes ${text} less for invoice ${number}.`,
      account: `${payer}: due for this invoice`,
      before: open,
      change: -amount,
    }));
  }

  /** @throws AppError as `IssueCreditNote` */
  async apply(tx: Tx, approved: Approved<ProposedCreditNote>, actor: Actor): Promise<void> {
    const { id: approvalId, payload, proposedBy: issuedBy, proposedByName: issuedByName } = approved;
    await this.issue.carryOut(tx, actor, requestOf(payload), { issuedBy, issuedByName, approvalId });
  }
}

function requestOf(payload: ProposedCreditNote): CreditNoteRequest {
  const { invoice_id: invoiceId, reason, note, total } = payload;
  return { invoiceId, scope: scopeOf(payload, BigInt(total)), reason, note };
}
