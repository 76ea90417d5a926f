import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { StripeEventReceived, type StripeEventReceivedPayload } from '@portal/stripe-gateway';
import { SyncPayoutAccount } from './sync-payout-account.js';

/** A connected account changed at the processor: reads its current state. */
@Injectable()
export class AccountChangedProcessor extends EventProcessor<StripeEventReceivedPayload> {
  readonly event = StripeEventReceived;
  readonly consumer = 'payouts.sync-payout-account';

  constructor(private readonly sync: SyncPayoutAccount) {
    super();
  }

  override wants({ type, object_id }: StripeEventReceivedPayload): boolean {
    return object_id !== null && /^(v2\.core\.account|account)\b/.test(type);
  }

  async handle({ object_id }: StripeEventReceivedPayload): Promise<void> {
    if (object_id !== null) await this.sync.execute(object_id);
  }
}
