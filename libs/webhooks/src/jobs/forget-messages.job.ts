import { Injectable } from '@nestjs/common';
import { ScheduledJob, Transactor } from '@portal/platform';
import { MessagesRepository } from '../persistence/messages.repository.js';

const KEPT_DAYS = 30;

@Injectable()
export class ForgetMessagesJob extends ScheduledJob {
  readonly name = 'webhooks.forget-messages';

  constructor(
    private readonly transactor: Transactor,
    private readonly messages: MessagesRepository,
  ) {
    super();
  }

  async run(): Promise<void> {
    await this.transactor.run((tx) => this.messages.forgetBefore(tx, KEPT_DAYS));
  }
}
