import { Injectable } from '@nestjs/common';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import { InstallNeedsAttention, type AttentionPayload } from '../events.js';
import { MailAttention } from './mail-attention.js';

@Injectable()
export class MailAttentionProcessor extends EventProcessor<AttentionPayload> {
  readonly event = InstallNeedsAttention;
  readonly consumer = 'installs.mail-attention';

  constructor(private readonly mail: MailAttention) {
    super();
  }

  handle(payload: AttentionPayload, context: DeliveryContext): Promise<void> {
    return this.mail.execute(payload, (work) => context.once(work));
  }
}
