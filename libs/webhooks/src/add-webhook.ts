import { Injectable } from '@nestjs/common';
import { AppError, Ids, type Secret } from '@portal/kernel';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { ChallengeWebhook } from './challenge-webhook.js';
import type { WebhookEventType } from './domain/event-catalogue.js';
import { webhooksErrors } from './errors.js';
import { MakeWebhookSecret } from './make-webhook-secret.js';
import { EndpointsRepository } from './persistence/endpoints.repository.js';
import { WebhookAddress } from './webhook-address.js';
import type { WebhookOwner } from './webhook-owner.js';

const MAX_PER_ORGANISATION = 10;

export interface WebhookWish {
  url: string;
  description: string;
  eventTypes: WebhookEventType[];
}

/** Adds a webhook of an author or the host and sends a test to it. */
@Injectable()
export class AddWebhook {
  constructor(
    private readonly transactor: Transactor,
    private readonly endpoints: EndpointsRepository,
    private readonly challenge: ChallengeWebhook,
    private readonly address: WebhookAddress,
    private readonly makeSecret: MakeWebhookSecret,
    private readonly ids: Ids,
    private readonly audit: Audit,
  ) {}

  /**
   * The secret is returned only here.
   * @throws AppError `webhook_url_refused` (400), `webhook_limit` (409), `not_approved_yet`, `account_suspended`,
   *   `account_terminated` (403)
   */
  async execute({ actor, orgId }: WebhookOwner, wish: WebhookWish): Promise<{ id: string; secret: Secret }> {
    this.address.assert(wish.url);
    return this.transactor.run(async (tx) => {
      if ((await this.endpoints.countOf(tx, orgId)) >= MAX_PER_ORGANISATION)
        throw new AppError(webhooksErrors.webhook_limit);
      const id = this.ids.next();
      await this.endpoints.insert(tx, { id, orgId, ...wish }, actor.userId);
      const secret = await this.makeSecret.execute(tx, id);
      await this.audit.record(tx, {
        actor,
        action: 'webhook.added',
        subjectType: 'webhook',
        subjectId: id,
        after: { url: wish.url, event_types: wish.eventTypes },
      });
      await this.challenge.execute(tx, actor, { id, orgId });
      return { id, secret };
    });
  }
}
