import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { StripeEventReceived, type StripeEventReceivedPayload } from '@portal/stripe-gateway';
import { SettleCharge } from './settle-charge.js';

@Injectable()
export class SettleChargeProcessor extends EventProcessor<StripeEventReceivedPayload> {
  readonly event = StripeEventReceived;
  readonly consumer = 'billing.settle-charge';
  override readonly queue = 'money';

  constructor(private readonly settle: SettleCharge) {
    super();
  }

  override wants({ type }: StripeEventReceivedPayload): boolean {
    return type === 'payment_intent.succeeded';
  }

  async handle({ type, object_id }: StripeEventReceivedPayload): Promise<void> {
    if (type !== 'payment_intent.succeeded' || object_id === null) return;
    // The event may arrive before our row is committed, so it is retried; if it never succeeds, a person handles it.
    if (!(await this.settle.execute(object_id))) throw new Error(`the provider knows no payment ${object_id}`);
  }
}
