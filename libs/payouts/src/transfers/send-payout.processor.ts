import { Injectable } from '@nestjs/common';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import { PayoutDue } from '../events.js';
import { SendPayout } from './send-payout.js';

@Injectable()
export class SendPayoutProcessor extends EventProcessor<{ payout_id: string; run_id: string }> {
  readonly event = PayoutDue;
  readonly consumer = 'payouts.send-payout';
  override readonly queue = 'money' as const;

  constructor(private readonly sendPayout: SendPayout) {
    super();
  }

  async handle({ payout_id }: { payout_id: string }, { eventId }: DeliveryContext): Promise<void> {
    await this.sendPayout.execute(payout_id, eventId);
  }
}
