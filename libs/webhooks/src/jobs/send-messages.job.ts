import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { SendMessages } from '../send-messages.js';

@Injectable()
export class SendMessagesJob extends ScheduledJob {
  readonly name = 'webhooks.send-messages';

  constructor(private readonly send: SendMessages) {
    super();
  }

  async run(stopping: AbortSignal): Promise<void> {
    await this.send.execute(stopping);
  }
}
