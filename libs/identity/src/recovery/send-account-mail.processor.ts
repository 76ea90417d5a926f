import { Injectable } from '@nestjs/common';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import { AccountMailRequested } from '../events.js';
import { SendAccountMail } from './send-account-mail.js';

@Injectable()
export class SendAccountMailProcessor extends EventProcessor<{ request_id: string }> {
  readonly event = AccountMailRequested;
  readonly consumer = 'identity.send-account-mail';

  constructor(private readonly send: SendAccountMail) {
    super();
  }

  async handle({ request_id }: { request_id: string }, context: DeliveryContext): Promise<void> {
    await context.once((tx) => this.send.execute(tx, request_id));
  }
}
