import { Injectable } from '@nestjs/common';
import { whyOff } from '@portal/approvals';
import { TENANT_CAPABILITIES } from '@portal/installs';
import { AppError, Ids, required } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { AuditSubject } from '@portal/platform/audit';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { planAdjustment, type AdjustmentScope } from './domain/plan-adjustment.js';
import type { RefundReason } from './domain/refund-state.js';
import { billingErrors, notRefundable } from '../errors.js';
import type { LineReversal } from '../adjustments/domain/reversal.js';
import { AdjustmentsRepository } from '../adjustments/adjustments.repository.js';
import { PaymentsRepository } from '../collection/payments.repository.js';
import { RefundRequested } from '../events.js';
import { RefundsRepository, type NewRefund } from './refunds.repository.js';

type PlannedRefund = Pick<
  NewRefund,
  'invoiceId' | 'paymentId' | 'scope' | 'reason' | 'note' | 'amount' | 'currency' | 'lines'
>;

/** Whose refund or credit note it is, with the approval of another person. */
export interface Issuer {
  readonly userId: string | null;
  readonly name: string;
  readonly approvalId: string | null;
}

/** `surplus`: an overpayment; of several, the oldest that is not settled. */
export type RefundScope = AdjustmentScope | { readonly kind: 'surplus' };

export interface RefundRequest {
  readonly invoiceId: string;
  readonly scope: RefundScope;
  readonly reason: RefundReason;
  /** Reason, 1 to 500 characters; printed on the credit note. */
  readonly note: string;
  /** The amount that the user saw, minor units; must equal the refund. */
  readonly confirmMinor?: bigint;
}

/** What violated constraints of a refund mean. */
export const REFUND_REFUSALS = {
  refunds_not_while_disputed: billingErrors.payment_disputed,
  refunds_fit_payment: billingErrors.adjustment_too_large,
  refunds_whole_steps: billingErrors.adjustment_not_possible,
  refunds_surplus_fits: billingErrors.no_surplus,
  refunds_one_in_flight: billingErrors.refund_in_progress,
  refunds_second_person: billingErrors.second_person_needed,
};

/**
 * Stores a refund request. `SendRefund` calls the processor. A surplus is taken from suspense, so authors, platform and
 * tax are not concerned and there is no credit note.
 */
@Injectable()
export class IssueRefund {
  constructor(
    private readonly transactor: Transactor,
    private readonly payments: PaymentsRepository,
    private readonly adjustments: AdjustmentsRepository,
    private readonly refunds: RefundsRepository,
    private readonly ids: Ids,
  ) {}

  /** @throws AppError `second_person_needed` (409), and as `carryOut` */
  async execute(actor: Actor, request: RefundRequest): Promise<{ refundId: string; amountMinor: bigint }> {
    try {
      return await this.transactor.run((tx) => this.carryOut(tx, actor, request));
    } catch (error) {
      throw refusalOf(error, REFUND_REFUSALS);
    }
  }

  /**
   * In the caller's transaction. Violated constraints are thrown unchanged.
   * @param asked the requested scope, for which `request` may contain amounts
   * @throws AppError `capability_off` (403), and as `plan`
   */
  async carryOut(
    tx: Tx,
    actor: Actor,
    request: RefundRequest,
    { userId: requestedBy, name: requestedByName, approvalId }: Issuer = { ...actor, approvalId: null },
    asked = request.scope.kind,
  ): Promise<{ refundId: string; amountMinor: bigint }> {
    const { refund } = await this.plan(tx, request);
    const off = await whyOff(tx, TENANT_CAPABILITIES, await this.refunds.payerOf(tx, refund.invoiceId), 'be_refunded');
    if (off) throw off;
    const id = this.ids.next();
    const requester = { requestedBy, requestedByName, approvalId };
    const made = { ...refund, ...requester, scope: asked, id, origin: 'portal', providerRefundId: null } as const;
    await this.refunds.insert(tx, made);
    await tx.emit(RefundRequested, { refund_id: id });
    const after = { refund_id: id, amount_minor: refund.amount.toString() };
    const invoice: AuditSubject = ['invoice', refund.invoiceId];
    if (asked === 'surplus') await tx.audit(actor, 'surplus.return_requested', invoice, { after, reason: refund.note });
    else await tx.audit(actor, 'refund.requested', invoice, { after: { ...after, reason: refund.reason } });
    return { refundId: id, amountMinor: refund.amount };
  }

  /**
   * What it would be now. Locks the invoice.
   * @throws AppError `invoice_not_found` (404), `invoice_not_paid`, `no_surplus`, `payment_disputed`,
   *   `refund_in_progress`, `adjustment_too_large`, `confirmation_mismatch` (409),
   *   `adjustment_line_unknown`, `adjustment_not_possible` (422).
   */
  async plan(
    tx: Tx,
    { invoiceId, scope, reason, note, confirmMinor }: RefundRequest,
  ): Promise<{ refund: PlannedRefund; reversals: readonly LineReversal[] }> {
    const { state } = await this.payments.lockIssued(tx, invoiceId);
    const { reversals, ...part } =
      scope.kind === 'surplus'
        ? await this.surplus(tx, invoiceId)
        : await this.part(tx, { id: invoiceId, state }, scope);
    if (confirmMinor !== undefined && confirmMinor !== part.amount) {
      throw new AppError(billingErrors.confirmation_mismatch);
    }
    return { refund: { ...part, invoiceId, scope: scope.kind, reason, note }, reversals };
  }

  private async part(tx: Tx, invoice: { id: string; state: string }, scope: AdjustmentScope) {
    const paid = await this.adjustments.paidOf(tx, invoice.id);
    if (!paid) throw notRefundable(invoice.state);
    if (paid.disputed) throw new AppError(billingErrors.payment_disputed);
    const lines = await this.adjustments.lines(tx, invoice.id);
    const terms = await this.adjustments.terms(tx, invoice.id);
    const { amountMinor, asked, reversals } = planAdjustment(lines, BigInt(paid.available), scope, terms);
    return { paymentId: paid.id, currency: paid.currency, amount: amountMinor, lines: asked, reversals };
  }

  private async surplus(tx: Tx, invoiceId: string) {
    const surplus = required(await this.adjustments.surplusOf(tx, invoiceId), billingErrors.no_surplus);
    const { payment_id: paymentId, currency, left } = surplus;
    return { paymentId, currency, amount: BigInt(left), lines: new Map<string, bigint>(), reversals: [] };
  }
}
