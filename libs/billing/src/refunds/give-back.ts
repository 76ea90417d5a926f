import { Injectable } from '@nestjs/common';
import {
  Approvals,
  type ApprovalKind,
  type ApprovalPreview,
  type ApprovalSubject,
  type Approved,
} from '@portal/approvals';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { totalOf } from '../adjustments/domain/reversal.js';
import { AnswerDispute } from '../disputes/answer-dispute.js';
import { billingErrors } from '../errors.js';
import type { AdjustmentScope } from './domain/plan-adjustment.js';
import type { RefundReason } from './domain/refund-state.js';
import { CREDIT_NOTE_REFUSALS, IssueCreditNote, type CreditNoteRequest } from './issue-credit-note.js';
import { IssueRefund, REFUND_REFUSALS, type RefundRequest, type RefundScope } from './issue-refund.js';
import { factsOf } from './read/invoice-facts.js';
import { PreviewRefund } from './read/preview-refund.js';

interface OfInvoice {
  readonly invoice_id: string;
  readonly currency: string;
  readonly note: string;
}

interface Adjustment extends OfInvoice {
  readonly reason: RefundReason;
  /** Amounts by line; of a refund, empty unless lines were chosen. */
  readonly lines: Readonly<Record<string, string>>;
}

type Refund = Adjustment & { type: 'refund'; payment_id: string; scope: RefundScope['kind']; amount: string };
type CreditNote = Adjustment & { type: 'credit_note'; kind: 'cancellation'; total: string };
type AcceptedDispute = OfInvoice & { type: 'dispute'; id: string; provider_dispute_id: string; amount: string };

/**
 * What a payer gets back as it was proposed, which is carried out unchanged or not at all; members are named like the
 * columns that the database compares (`approvals.enacts`). Minor units as text; the note of the first two is printed on
 * the credit note.
 */
export type ProposedGift = Refund | CreditNote | AcceptedDispute;

type Given<T> = Promise<T | { approvalId: string }>;

const TITLES: Readonly<Record<ProposedGift['type'], string>> = {
  refund: 'Refund of invoice',
  credit_note: 'Credit note of invoice',
  dispute: 'Accepted dispute of invoice',
};

/**
 * What gives more back to a payer than one person may alone (policy `second_person_above`): a refund, the cancelling of
 * an unpaid invoice, a dispute that is accepted instead of answered.
 */
@Injectable()
export class GiveBackKind implements ApprovalKind<ProposedGift> {
  readonly kind = 'give_back';
  readonly subjectType = 'invoice';
  readonly name = 'Money given back';
  readonly roles = ['finance'] as const;
  readonly refusals = {
    ...REFUND_REFUSALS,
    ...CREDIT_NOTE_REFUSALS,
    disputes_second_person: billingErrors.second_person_needed,
    refunds_by_approval: billingErrors.confirmation_mismatch,
    credit_notes_by_approval: billingErrors.adjustment_too_large,
    disputes_by_approval: billingErrors.dispute_not_answerable,
  };

  constructor(
    private readonly transactor: Transactor,
    private readonly approvals: Approvals,
    private readonly refunds: IssueRefund,
    private readonly creditNotes: IssueCreditNote,
    private readonly disputes: AnswerDispute,
    private readonly previews: PreviewRefund,
  ) {}

  /** Refunds, or proposes it. @throws AppError as `IssueRefund` and `Approvals.propose` */
  refund(actor: Actor, request: RefundRequest): Given<{ refundId: string }> {
    return this.aloneOrProposed(
      actor,
      (tx) => this.refunds.carryOut(tx, actor, request),
      async (tx) => {
        const { refund } = await this.refunds.plan(tx, request);
        const { invoiceId: invoice_id, paymentId: payment_id, amount, scope, reason, note, currency } = refund;
        const lines = textOf(refund.lines);
        const what = { type: 'refund', invoice_id, payment_id, scope, reason, note, currency, lines } as const;
        return { ...what, amount: amount.toString() };
      },
    );
  }

  /** Cancels, or proposes it. @throws AppError as `IssueCreditNote` and `Approvals.propose` */
  creditNote(actor: Actor, request: CreditNoteRequest): Given<{ creditNoteId: string; number: string }> {
    return this.aloneOrProposed(
      actor,
      (tx) => this.creditNotes.carryOut(tx, actor, request),
      async (tx) => {
        const { invoice, reversals, amountMinor } = await this.creditNotes.plan(tx, request);
        const lines = textOf(new Map(reversals.map((taken) => [taken.lineId, totalOf(taken)])));
        const { reason, note } = request;
        const what = { type: 'credit_note', kind: 'cancellation', invoice_id: invoice.id, reason, note } as const;
        return { ...what, lines, currency: invoice.currency, total: amountMinor.toString() };
      },
    );
  }

  /** Accepts a dispute, or proposes it. @throws AppError as `AnswerDispute` and `Approvals.propose` */
  async acceptDispute(actor: Actor, disputeId: string): Given<{ accepted: true }> {
    const given = await this.aloneOrProposed(
      actor,
      (tx) => this.disputes.accept(tx, actor, disputeId),
      async (tx) => {
        const { id, provider_dispute_id, invoice_id, amount, currency, reason } = await this.disputes.answerable(
          tx,
          disputeId,
        );
        const note = `Accepted instead of answered. The bank's reason: ${reason}`;
        return { type: 'dispute', id, provider_dispute_id, invoice_id, amount, currency, note };
      },
    );
    if (!('approvalId' in given)) await this.disputes.sendAcceptance(disputeId);
    return given;
  }

  async subject(tx: Tx, payload: ProposedGift): Promise<ApprovalSubject> {
    const { type, invoice_id: subjectId, currency } = payload;
    const { number, tenant_id, tenant_name, organizations } = await factsOf(tx, subjectId);
    const title = `${TITLES[type]} ${number} to ${tenant_name}`;
    return { subjectId, title, organizations, tenants: [tenant_id], amount: { minor: minorOf(payload), currency } };
  }

  async preview(payload: ProposedGift): Promise<ApprovalPreview> {
    switch (payload.type) {
      case 'refund': {
        const { refund, reversals } = await this.transactor.run((tx) => this.refunds.plan(tx, refundOf(payload)));
        const taken = { amount: refund.amount, reversals, code: 'author_payable' } as const;
        return this.previews.ofProposal(payload, taken, ({ tenant_name: payer, refunded, number }, text) => ({
          effect: `${payer} gets ${text} back on the card that paid invoice ${number}.`,
          account: `${payer}: refunded of this invoice`,
          before: refunded,
          change: refund.amount,
        }));
      }
      case 'credit_note': {
        const { amountMinor: amount, reversals } = await this.transactor.run((tx) =>
          this.creditNotes.plan(tx, creditNoteOf(payload)),
        );
        const taken = { amount, reversals, code: 'author_pending' } as const;
        return this.previews.ofProposal(payload, taken, ({ tenant_name: payer, open, number }, text) => ({
          effect: `${payer} owes ${text} less for invoice ${number}.`,
          account: `${payer}: due for this invoice`,
          before: open,
          change: -amount,
        }));
      }
      case 'dispute': {
        const reversals = await this.disputes.held(payload.provider_dispute_id);
        const amount = BigInt(payload.amount);
        const taken = { amount, reversals, code: 'author_disputed' } as const;
        return this.previews.ofProposal(payload, taken, ({ tenant_name: payer, number }, text) => ({
          effect: `The bank is told that the dispute is lost: ${payer} keeps ${text} of invoice ${number}.`,
          account: `${payer}: kept of this invoice`,
          before: '0',
          change: amount,
        }));
      }
    }
  }

  /** @throws AppError as what is carried out */
  async apply(tx: Tx, { id: approvalId, payload, proposedBy, proposedByName }: Approved<ProposedGift>, actor: Actor) {
    const by = { userId: proposedBy, name: proposedByName, approvalId };
    switch (payload.type) {
      case 'refund':
        await this.refunds.carryOut(tx, actor, refundOf(payload), by, payload.scope);
        return;
      case 'credit_note':
        await this.creditNotes.carryOut(tx, actor, creditNoteOf(payload), by);
        return;
      case 'dispute':
        await this.disputes.accept(tx, actor, payload.id, approvalId);
    }
  }

  private async aloneOrProposed<T>(
    actor: Actor,
    alone: (tx: Tx) => Promise<T>,
    proposed: (tx: Tx) => Promise<ProposedGift>,
  ): Given<T> {
    try {
      return await this.transactor.run(alone);
    } catch (error) {
      const refusal = refusalOf(error, this.refusals);
      if ((refusal as { code?: string }).code !== billingErrors.second_person_needed.code) throw refusal;
      const payload = await this.transactor.run(proposed);
      return { approvalId: await this.approvals.propose(actor, { kind: this, payload, reason: payload.note }) };
    }
  }
}

const minorOf = (payload: ProposedGift) => BigInt(payload.type === 'credit_note' ? payload.total : payload.amount);

function textOf(asked: ReadonlyMap<string, bigint>): Record<string, string> {
  return Object.fromEntries([...asked].map(([lineId, amount]) => [lineId, amount.toString()]));
}

function refundOf(payload: Refund): RefundRequest {
  const { invoice_id: invoiceId, scope, reason, note } = payload;
  const given = scope === 'surplus' ? ({ kind: scope } as const) : scopeOf(payload);
  return { invoiceId, scope: given, reason, note, confirmMinor: minorOf(payload) };
}

function creditNoteOf(payload: CreditNote): CreditNoteRequest {
  const { invoice_id: invoiceId, reason, note } = payload;
  return { invoiceId, scope: scopeOf(payload), reason, note };
}

/** Exactly what was proposed, whatever is left of the invoice now. */
function scopeOf(payload: Refund | CreditNote): AdjustmentScope {
  const lines = Object.entries(payload.lines).map(([lineId, amount]) => ({ lineId, amountMinor: BigInt(amount) }));
  return lines.length > 0 ? { kind: 'lines', lines } : { kind: 'amount', amountMinor: minorOf(payload) };
}
