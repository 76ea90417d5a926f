import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { RefundRequested } from '../events.js';
import { RefundsRepository, type NewRefund } from './refunds.repository.js';

/** Stores a refund that a person asked for. `SendRefund` calls the processor. */
@Injectable()
export class StoreRefund {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly ids: Ids,
  ) {}

  async execute(
    tx: Tx,
    actor: Actor,
    refund: Omit<NewRefund, 'id' | 'origin' | 'providerRefundId' | 'requestedBy' | 'requestedByName'>,
  ): Promise<{ refundId: string; amountMinor: bigint }> {
    const { id } = await this.refunds.insert(tx, {
      ...refund,
      id: this.ids.next(),
      origin: 'portal',
      providerRefundId: null,
      requestedBy: actor.userId,
      requestedByName: actor.name,
    });
    await this.outbox.emit(tx, RefundRequested, { refund_id: id });
    const after = { refund_id: id, amount_minor: refund.amountMinor.toString() };
    await this.audit.record(tx, {
      actor,
      subjectType: 'invoice',
      subjectId: refund.invoiceId,
      ...(refund.scope === 'surplus'
        ? { action: 'surplus.return_requested', after, reason: refund.note }
        : { action: 'refund.requested', after: { ...after, reason: refund.reason } }),
    });
    return { refundId: id, amountMinor: refund.amountMinor };
  }
}
