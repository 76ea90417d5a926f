import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { ChallengeWebhook } from './challenge-webhook.js';
import { webhooksErrors } from './errors.js';
import { EndpointsRepository } from './persistence/endpoints.repository.js';
import type { WebhookOwner } from './webhook-owner.js';

/** Sends a test at the owner's request. */
@Injectable()
export class SendTestMessage {
  constructor(
    private readonly transactor: Transactor,
    private readonly endpoints: EndpointsRepository,
    private readonly challenge: ChallengeWebhook,
  ) {}

  /**
   * @throws AppError `webhook_not_found` (404), `webhook_disabled` (409), `webhook_tested_just_now` (429), `not_approved_yet`,
   *   `account_suspended`, `account_terminated` (403)
   */
  async execute({ actor, orgId }: WebhookOwner, id: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const endpoint = await this.endpoints.lock(tx, id, orgId);
      if (endpoint.state === 'disabled') throw new AppError(webhooksErrors.webhook_disabled);
      const waitMs = await this.challenge.waitMs(tx, endpoint);
      if (waitMs > 0) throw new AppError(webhooksErrors.webhook_tested_just_now, { retryAfterMs: waitMs });
      await this.challenge.execute(tx, actor, endpoint);
    });
  }
}
