import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform';
import { StripeEventReceived, type StripeEventReceivedPayload } from '@portal/stripe-gateway';
import { FollowDispute } from '../follow-dispute.js';
import { FollowRefund } from '../follow-refund.js';

/** The provider says that a refund or a dispute was made or changed, by us or by anybody: it is fetched. */
@Injectable()
export class FollowAdjustmentProcessor extends EventProcessor<StripeEventReceivedPayload> {
  readonly event = StripeEventReceived;
  readonly consumer = 'billing.follow-adjustment';
  override readonly lane = 'money';

  constructor(
    private readonly refund: FollowRefund,
    private readonly dispute: FollowDispute,
  ) {
    super();
  }

  override wants({ type }: StripeEventReceivedPayload): boolean {
    return type.startsWith('refund.') || type.startsWith('charge.refund') || type.startsWith('charge.dispute.');
  }

  async handle({ type, object_id }: StripeEventReceivedPayload): Promise<void> {
    if (object_id === null) return;
    if (type.startsWith('charge.dispute.')) await this.dispute.execute(object_id);
    else if (type === 'charge.refunded') await this.refund.executeForCharge(object_id);
    else if (type.startsWith('refund.') || type === 'charge.refund.updated') await this.refund.execute(object_id);
  }
}
