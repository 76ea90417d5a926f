import { Injectable } from '@nestjs/common';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { EndpointsRepository } from './persistence/endpoints.repository.js';
import type { WebhookOwner } from './webhook-owner.js';

/** Deletes a webhook with its secrets and messages. Nothing more is sent. */
@Injectable()
export class RemoveWebhook {
  constructor(
    private readonly transactor: Transactor,
    private readonly endpoints: EndpointsRepository,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `webhook_not_found` (404) */
  async execute({ actor, orgId }: WebhookOwner, id: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const endpoint = await this.endpoints.lock(tx, id, orgId);
      await this.endpoints.remove(tx, id);
      const before = { url: endpoint.url };
      await this.audit.record(tx, { actor, action: 'webhook.removed', subjectType: 'webhook', subjectId: id, before });
    });
  }
}
