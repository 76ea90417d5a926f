import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { RefundRequested } from '../events.js';
import { SendRefund } from './send-refund.js';

@Injectable()
export class SendRefundProcessor extends EventProcessor<{ refund_id: string }> {
  readonly event = RefundRequested;
  readonly consumer = 'billing.send-refund';
  override readonly queue = 'money';

  constructor(private readonly send: SendRefund) {
    super();
  }

  async handle({ refund_id }: { refund_id: string }): Promise<void> {
    const result = await this.send.execute(refund_id);
    if (result.kind === 'waiting') throw new Error(result.reason);
  }
}
