import type { AdjustmentScope } from '@portal/billing';
import { creditByTwo, refundByTwo } from '../../people/by-two.js';
import type { Actor } from '@portal/platform/access';
import type { EventOf } from './scenario.js';
import { providerId } from './provider-id.js';
import { Refused, type Stage } from './stage.js';

/** Applies refunds, credit notes and disputes. */
export class AdjustmentEvents {
  constructor(private readonly stage: Stage) {}

  async refund(event: EventOf<'refund'>): Promise<void> {
    const refundId = await refundByTwo(this.stage, this.stage.owner, this.people, await this.wish(event));
    this.stage.names.learn(refundId, event.refund);
    this.stage.provider.adjustments.expectRefund(refundId, event.refund, event.outcome);
  }

  async refundUpdate(event: EventOf<'refund_update'>): Promise<void> {
    const refundId = providerId('re', event.refund);
    if (!this.stage.provider.adjustments.refunds.has(refundId))
      throw new Refused('refund_not_made', 'The provider has no such refund: it was refused.');
    this.stage.provider.adjustments.settleRefund(refundId, event.outcome);
    await this.stage.hint('refund.updated', refundId);
  }

  async creditNote(event: EventOf<'credit_note'>): Promise<void> {
    await creditByTwo(this.stage, this.stage.owner, this.people, await this.wish(event));
  }

  private async wish(event: EventOf<'refund'> | EventOf<'credit_note'>) {
    const { id: invoiceId } = await this.stage.invoice(event);
    const scope = await this.scope(invoiceId, event);
    return { invoiceId, scope, reason: event.reason, note: 'As the scenario says' };
  }

  async dispute(event: EventOf<'dispute'>): Promise<void> {
    const { id } = await this.stage.invoice(event);
    const { rows } = await this.stage.owner.query(
      `select payment_intent_id as intent, amount, currency from billing.payments where invoice_id = $1 and state = 'succeeded'`,
      [id],
    );
    const [payment] = rows as { intent: string; amount: string; currency: string }[];
    if (!payment) throw new Refused('invoice_not_paid', 'The invoice is not paid: there is nothing to dispute.');
    const disputeId = this.stage.provider.adjustments.openDispute({
      name: event.dispute,
      paymentIntentId: payment.intent,
      amountMinor: event.amount ?? BigInt(payment.amount),
      currency: payment.currency,
      reason: event.reason,
      feeMinor: event.fee,
      stage: event.stage,
    });
    this.stage.names.learn(disputeId, event.dispute);
    await this.stage.hint('charge.dispute.created', disputeId);
  }

  async disputeUpdate(event: EventOf<'dispute_update'>): Promise<void> {
    const disputeId = providerId('dp', event.dispute);
    if (!this.stage.provider.adjustments.disputes.has(disputeId))
      throw new Refused('dispute_not_open', 'The provider has no such dispute: the engine refused it.');
    this.stage.provider.adjustments.moveDispute(disputeId, event.stage, event.fee);
    await this.stage.hint('charge.dispute.updated', disputeId);
  }

  private get people(): [Actor, Actor] {
    return [this.stage.actor('refunder'), this.stage.actor('decider')];
  }

  /** The part of an invoice: everything that is left, an amount, or lines. */
  private async scope(invoiceId: string, of: EventOf<'refund'> | EventOf<'credit_note'>): Promise<AdjustmentScope> {
    if (of.amount !== undefined) return { kind: 'amount', amountMinor: of.amount };
    if (of.lines === undefined) return { kind: 'full' };
    const lines: { lineId: string; amountMinor?: bigint }[] = [];
    for (const { install, from, amount } of of.lines) {
      const { rows } = await this.stage.owner.query(
        `select id from billing.invoice_lines where invoice_id = $1 and install_id = $2 and ($3::timestamptz is null or from_at = $3) order by from_at`,
        [invoiceId, this.stage.names.find('install', install) ?? null, from ?? null],
      );
      const found = rows as { id: string }[];
      if (found.length === 0) throw new Refused('line_not_found', `The invoice has no such line of "${install}".`);
      if (found.length > 1 && amount !== undefined)
        throw new Refused(
          'line_ambiguous',
          `The invoice has several lines of "${install}": say which one with "from".`,
        );
      lines.push(...found.map(({ id }) => ({ lineId: id, ...(amount === undefined ? {} : { amountMinor: amount }) })));
    }
    return { kind: 'lines', lines };
  }
}
