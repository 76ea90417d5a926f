import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { StripeEventReceived, type StripeEventReceivedPayload } from '@portal/stripe-gateway';
import { FinishCardPage } from './finish-card-page.js';

const TYPES = ['checkout.session.completed', 'checkout.session.expired'];

@Injectable()
export class FinishCardPageProcessor extends EventProcessor<StripeEventReceivedPayload> {
  readonly event = StripeEventReceived;
  readonly consumer = 'billing.finish-card-page';
  override readonly queue = 'money';

  constructor(private readonly finish: FinishCardPage) {
    super();
  }

  override wants({ type }: StripeEventReceivedPayload): boolean {
    return TYPES.includes(type);
  }

  async handle({ type, object_id }: StripeEventReceivedPayload): Promise<void> {
    if (TYPES.includes(type) && object_id !== null) await this.finish.byEvent(object_id);
  }
}
