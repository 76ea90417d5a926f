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
import { IssueRefund, REFUND_REFUSALS, type RefundRequest, type RefundScope } from './issue-refund.js';
import { PreviewRefund } from './read/preview-refund.js';
import { StoreRefund } from './store-refund.js';

interface ProposedRefund extends ProposedGift {
  readonly payment_id: string;
  readonly scope: RefundScope['kind'];
  readonly amount: string;
}

/** A refund of more than one person may give back alone (policy `second_person_above`). */
@Injectable()
export class RefundKind implements ApprovalKind<ProposedRefund> {
  readonly kind = 'refund';
  readonly subjectType = 'invoice';
  readonly name = 'Refund';
  readonly roles = ['finance'] as const;
  readonly refusals = { ...REFUND_REFUSALS, refunds_by_approval: billingErrors.confirmation_mismatch };

  constructor(
    private readonly transactor: Transactor,
    private readonly approvals: Approvals,
    private readonly issue: IssueRefund,
    private readonly store: StoreRefund,
    private readonly previews: PreviewRefund,
  ) {}

  /** Refunds, or proposes it. @throws AppError as `IssueRefund` and `Approvals.propose` */
  ask(actor: Actor, request: RefundRequest): Promise<{ refundId: string } | { approvalId: string }> {
    return aloneOrProposed(
      () => this.issue.execute(actor, request),
      async () => {
        const { refund } = await this.transactor.run((tx) => this.issue.plan(tx, request));
        const { invoiceId: invoice_id, paymentId: payment_id, lines, amount, scope, reason, note, currency } = refund;
        const what = { invoice_id, payment_id, scope, reason, note, currency, lines: linesOf(lines) };
        const payload = { ...what, amount: amount.toString() };
        return this.approvals.propose(actor, { kind: this, payload, reason: note });
      },
    );
  }

  subject(tx: Tx, payload: ProposedRefund): Promise<ApprovalSubject> {
    return subjectOf(tx, this.name, payload, BigInt(payload.amount));
  }

  async preview(payload: ProposedRefund): Promise<ApprovalPreview> {
    const { refund, reversals } = await this.transactor.run((tx) => this.plan(tx, payload));
    const { amount } = refund;
    const taken = { amount, reversals, code: 'author_payable' } as const;
    return this.previews.ofProposal(payload, taken, ({ tenant_name: payer, refunded, number }, text) => ({
      effect: `${payer} gets ${text} back on the card that paid invoice ${number}.`,
      account: `${payer}: refunded of this invoice`,
      before: refunded,
      change: amount,
    }));
  }

  /** @throws AppError as `IssueRefund` */
  async apply(tx: Tx, approved: Approved<ProposedRefund>, actor: Actor): Promise<void> {
    const { id: approvalId, payload, proposedBy: requestedBy, proposedByName: requestedByName } = approved;
    const { refund } = await this.plan(tx, payload);
    const { scope } = payload;
    await this.store.execute(tx, actor, { ...refund, scope }, { requestedBy, requestedByName, approvalId });
  }

  private plan(tx: Tx, payload: ProposedRefund): ReturnType<IssueRefund['plan']> {
    const { invoice_id: invoiceId, scope: asked, reason, note } = payload;
    const confirmMinor = BigInt(payload.amount);
    const scope = asked === 'surplus' ? ({ kind: asked } as const) : scopeOf(payload, confirmMinor);
    return this.issue.plan(tx, { invoiceId, scope, reason, note, confirmMinor });
  }
}
