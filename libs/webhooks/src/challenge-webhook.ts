import { Injectable } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import { Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { NotifyWebhooks } from './notify-webhooks.js';
import { EndpointsRepository, type EndpointRow } from './persistence/endpoints.repository.js';
import { MessagesRepository } from './persistence/messages.repository.js';

/** The message of a test, beside those that facts bring about. */
export interface TestMessage {
  type: 'webhook.test';
  data: { webhook_id: string; sent_by: string };
}

/** Between two tests of one webhook. */
const PAUSE_MS = 60_000;

/**
 * Asks a server to prove that it wants messages (`PostMessage`): once, whatever comes of it, at most one in a minute and for
 * approved authors and the host only, so that nobody's server is flooded through us.
 */
@Injectable()
export class ChallengeWebhook {
  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly messages: MessagesRepository,
    private readonly accounts: AuthorAccounts,
    private readonly notify: NotifyWebhooks,
    private readonly ids: Ids,
  ) {}

  /** Milliseconds until the next test of a locked webhook may be sent; 0: now. */
  async waitMs(tx: Tx, endpoint: Pick<EndpointRow, 'id' | 'orgId'>): Promise<number> {
    return Math.max(0, await this.endpoints.untilNextTest(tx, endpoint, PAUSE_MS));
  }

  /**
   * Writes a test that is sent as soon as the pause after the last one allows; nothing where one waits already.
   * @throws AppError `not_approved_yet`, `account_suspended`, `account_terminated` (403)
   */
  async execute(tx: Tx, actor: Actor, endpoint: Pick<EndpointRow, 'id' | 'orgId'>): Promise<void> {
    const { id, orgId } = endpoint;
    if (orgId !== null) await this.accounts.assertApproved(tx, orgId);
    if (await this.messages.testWaits(tx, id)) return;
    const delayMs = await this.waitMs(tx, endpoint);
    await this.endpoints.tested(tx, id, delayMs);
    const message: TestMessage = { type: 'webhook.test', data: { webhook_id: id, sent_by: actor.name } };
    await this.notify.execute(
      tx,
      { ...message, eventId: this.ids.next(), concerns: { orgId } },
      { endpointId: id, delayMs },
    );
  }
}
