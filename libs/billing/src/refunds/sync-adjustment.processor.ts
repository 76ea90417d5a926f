import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { StripeEventReceived, type StripeEventReceivedPayload } from '@portal/stripe-gateway';
import { SyncDispute } from '../disputes/sync-dispute.js';
import { SyncRefund } from './sync-refund.js';

/** Fetches a refund or dispute when the provider reports that it was created or changed, by anyone. */
@Injectable()
export class SyncAdjustmentProcessor extends EventProcessor<StripeEventReceivedPayload> {
  readonly event = StripeEventReceived;
  readonly consumer = 'billing.sync-adjustment';
  override readonly queue = 'money';

  constructor(
    private readonly refund: SyncRefund,
    private readonly dispute: SyncDispute,
  ) {
    super();
  }

  override wants({ type }: StripeEventReceivedPayload): boolean {
    return type.startsWith('refund.') || type.startsWith('charge.refund') || type.startsWith('charge.dispute.');
  }

  async handle({ type, object_id }: StripeEventReceivedPayload): Promise<void> {
    if (object_id === null) return;
    if (type === 'charge.refunded') return this.refund.executeForCharge(object_id);
    const known = await this.follow(type, object_id);
    // The event may arrive before our row is committed, so it is retried; if it never succeeds, a person handles it.
    if (!known)
      throw new Error(
        `the provider knows no ${type.startsWith('charge.dispute.') ? 'dispute' : 'refund'} ${object_id}`,
      );
  }

  private async follow(type: string, objectId: string): Promise<boolean> {
    if (type.startsWith('charge.dispute.')) return this.dispute.execute(objectId);
    if (type.startsWith('refund.') || type === 'charge.refund.updated') return this.refund.execute(objectId);
    return true;
  }
}
