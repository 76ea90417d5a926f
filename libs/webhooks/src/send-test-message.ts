import { Injectable } from '@nestjs/common';
import { AuthorAccounts, requireOrganization } from '@portal/authors';
import { AppError, Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { webhooksErrors } from './errors.js';
import { EndpointsRepository } from './persistence/endpoints.repository.js';
import { MessagesRepository } from './persistence/messages.repository.js';
import { NotifyAuthors } from './notify-authors.js';

/** The message of a test, beside those that facts bring about. */
export interface TestMessage {
  type: 'webhook.test';
  data: { webhook_id: string; sent_by: string };
}

/** Between two tests of one webhook. */
const PAUSE_MS = 60_000;

/**
 * Sends a message that means nothing, so that an author can see its own server take it: once, whatever comes of it, and at most
 * one in a minute, so that nobody's server is flooded through us.
 */
@Injectable()
export class SendTestMessage {
  constructor(
    private readonly transactor: Transactor,
    private readonly endpoints: EndpointsRepository,
    private readonly messages: MessagesRepository,
    private readonly accounts: AuthorAccounts,
    private readonly notify: NotifyAuthors,
    private readonly ids: Ids,
  ) {}

  /**
   * @throws AppError `webhook_not_found` (404), `webhook_disabled` (409), `webhook_tested_just_now` (429), `not_approved_yet`,
   *   `account_suspended`, `account_terminated` (403)
   */
  async execute(actor: Actor, id: string): Promise<void> {
    const orgId = requireOrganization(actor);
    await this.transactor.run(async (tx) => {
      const endpoint = await this.endpoints.lock(tx, id, orgId);
      if (!endpoint) throw new AppError(webhooksErrors.webhook_not_found);
      if (endpoint.state === 'disabled') throw new AppError(webhooksErrors.webhook_disabled);
      await this.accounts.assertApproved(tx, orgId);
      const waitMs = await this.messages.untilNextTest(tx, id, PAUSE_MS);
      if (waitMs > 0) throw new AppError(webhooksErrors.webhook_tested_just_now, { retryAfterMs: waitMs });
      const message: TestMessage = { type: 'webhook.test', data: { webhook_id: id, sent_by: actor.name } };
      await this.notify.execute(tx, { ...message, eventId: this.ids.next(), orgId }, id);
    });
  }
}
