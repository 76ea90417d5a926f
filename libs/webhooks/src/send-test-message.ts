import { Injectable } from '@nestjs/common';
import { requireOrganization } from '@portal/authors';
import { AppError, Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { webhooksErrors } from './errors.js';
import { EndpointsRepository } from './persistence/endpoints.repository.js';
import { NotifyAuthors } from './notify-authors.js';

/** The message of a test, beside those that facts bring about. */
export interface TestMessage {
  type: 'webhook.test';
  data: { webhook_id: string; sent_by: string };
}

/** Sends a message that means nothing, so that an author can see its own server take it. */
@Injectable()
export class SendTestMessage {
  constructor(
    private readonly transactor: Transactor,
    private readonly endpoints: EndpointsRepository,
    private readonly notify: NotifyAuthors,
    private readonly ids: Ids,
  ) {}

  /** @throws AppError `webhook_not_found` (404), `webhook_disabled` (409) */
  async execute(actor: Actor, id: string): Promise<void> {
    const orgId = requireOrganization(actor);
    await this.transactor.run(async (tx) => {
      const endpoint = await this.endpoints.lock(tx, id, orgId);
      if (!endpoint) throw new AppError(webhooksErrors.webhook_not_found);
      if (endpoint.state === 'disabled') throw new AppError(webhooksErrors.webhook_disabled);
      const message: TestMessage = { type: 'webhook.test', data: { webhook_id: id, sent_by: actor.name } };
      await this.notify.execute(tx, { ...message, eventId: this.ids.next(), orgId }, id);
    });
  }
}
