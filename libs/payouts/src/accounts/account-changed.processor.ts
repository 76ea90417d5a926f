import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform';
import { StripeEventReceived, type StripeEventReceivedPayload } from '@portal/stripe-gateway';
import { FollowAccount } from './follow-account.js';

/** The processor says that a connected account changed: it is asked how the account stands. */
@Injectable()
export class AccountChangedProcessor extends EventProcessor<StripeEventReceivedPayload> {
  readonly event = StripeEventReceived;
  readonly consumer = 'payouts.follow-account';

  constructor(private readonly follow: FollowAccount) {
    super();
  }

  override wants({ type, object_id }: StripeEventReceivedPayload): boolean {
    return object_id !== null && /^(v2\.core\.account|account)\b/.test(type);
  }

  async handle({ object_id }: StripeEventReceivedPayload): Promise<void> {
    if (object_id !== null) await this.follow.execute(object_id);
  }
}
