import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { ForgetMessages } from '../forget-messages.js';

@Injectable()
export class ForgetMessagesJob extends ScheduledJob {
  readonly name = 'webhooks.forget-messages';

  constructor(private readonly forget: ForgetMessages) {
    super();
  }

  async run(): Promise<void> {
    await this.forget.execute();
  }
}
