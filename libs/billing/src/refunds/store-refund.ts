import { Injectable } from '@nestjs/common';
import { whyOff } from '@portal/approvals';
import { TENANT_CAPABILITIES } from '@portal/installs';
import { Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { AuditSubject } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import { RefundRequested } from '../events.js';
import { RefundsRepository, type NewRefund } from './refunds.repository.js';

type Requester = 'requestedBy' | 'requestedByName' | 'approvalId';

export type PlannedRefund = Omit<NewRefund, 'id' | 'origin' | 'providerRefundId' | Requester>;

/** Stores a refund that a person asked for, with the approval of another one. `SendRefund` calls the processor. */
@Injectable()
export class StoreRefund {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly ids: Ids,
  ) {}

  /** @throws AppError `capability_off` (403) */
  async execute(
    tx: Tx,
    actor: Actor,
    refund: PlannedRefund,
    requester: Pick<NewRefund, Requester> = {
      requestedBy: actor.userId,
      requestedByName: actor.name,
      approvalId: null,
    },
  ): Promise<{ refundId: string; amountMinor: bigint }> {
    const off = await whyOff(tx, TENANT_CAPABILITIES, await this.refunds.payerOf(tx, refund.invoiceId), 'be_refunded');
    if (off) throw off;
    const id = this.ids.next();
    await this.refunds.insert(tx, {
      ...refund,
      id,
      origin: 'portal',
      providerRefundId: null,
      ...requester,
    });
    await tx.emit(RefundRequested, { refund_id: id });
    const after = { refund_id: id, amount_minor: refund.amount.toString() };
    const invoice: AuditSubject = ['invoice', refund.invoiceId];
    if (refund.scope === 'surplus')
      await tx.audit(actor, 'surplus.return_requested', invoice, { after, reason: refund.note });
    else await tx.audit(actor, 'refund.requested', invoice, { after: { ...after, reason: refund.reason } });
    return { refundId: id, amountMinor: refund.amount };
  }
}
