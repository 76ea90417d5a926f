import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { webhooksErrors } from './errors.js';
import { EndpointsRepository } from './persistence/endpoints.repository.js';
import { MessagesRepository } from './persistence/messages.repository.js';
import type { WebhookOwner } from './webhook-owner.js';

/** Sends a delivered or failed message again. It keeps its id, so that the receiver can recognise it. */
@Injectable()
export class ResendMessage {
  constructor(
    private readonly transactor: Transactor,
    private readonly endpoints: EndpointsRepository,
    private readonly messages: MessagesRepository,
  ) {}

  /** @throws AppError `webhook_not_found`, `webhook_message_not_found` (404), `webhook_disabled`, `webhook_test_once` (409) */
  async execute({ actor, orgId }: WebhookOwner, endpointId: string, messageId: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const endpoint = await this.endpoints.lock(tx, endpointId, orgId);
      if (endpoint.state === 'disabled') throw new AppError(webhooksErrors.webhook_disabled);
      if (await this.messages.isTest(tx, endpointId, messageId)) throw new AppError(webhooksErrors.webhook_test_once);
      if (!(await this.messages.resend(tx, endpointId, messageId)))
        throw new AppError(webhooksErrors.webhook_message_not_found);
      await tx.audit(actor, 'webhook.resent', ['webhook', endpointId], {
        after: { message_id: messageId },
      });
    });
  }
}
