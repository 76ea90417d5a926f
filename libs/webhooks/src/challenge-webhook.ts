import { Injectable } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import { Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import type { Tx } from '@portal/platform/database';
import { judgeUrl, OutboundError } from '@portal/platform/outbound';
import { webhooksErrors } from './errors.js';
import { NotifyWebhooks } from './notify-webhooks.js';
import { EndpointsRepository, type EndpointRow } from './persistence/endpoints.repository.js';
import { WebhookMessageEntity } from './persistence/webhook.entity.js';

/** Event type of a test message. */
export interface TestMessage {
  type: 'webhook.test';
  data: { webhook_id: string; sent_by: string };
}

/** Pause between two tests of one webhook, ms. */
const PAUSE_MS = 60_000;

/**
 * Sends a test by which an endpoint proves that it accepts messages (`PostMessage`). A test is sent once, at most every
 * minute, and only for approved authors and the host, so that nobody can flood a third party's server through the
 * portal.
 */
@Injectable()
export class ChallengeWebhook {
  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly accounts: AuthorAccounts,
    private readonly notify: NotifyWebhooks,
    private readonly ids: Ids,
    private readonly config: Config,
  ) {}

  /**
   * Only addresses that the outbound client would connect to are allowed.
   * @throws AppError `webhook_url_refused` (400)
   */
  assertAddress(url: string): void {
    try {
      judgeUrl(url, this.config.sandboxDrivePorts);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw webhooksErrors.webhook_url_refused({
        details: [{ pointer: '/url', code: error.reason, message: error.message }],
      });
    }
  }

  /** Milliseconds until the next test of a locked webhook may be sent; 0: now. */
  async waitMs(tx: Tx, endpoint: Pick<EndpointRow, 'id' | 'orgId'>): Promise<number> {
    return Math.max(0, await this.endpoints.untilNextTest(tx, endpoint, PAUSE_MS));
  }

  /**
   * Queues a test, to be sent when the pause after the previous one is over. Does nothing when one is already queued.
   * @throws AppError `not_approved_yet`, `account_suspended`, `account_terminated` (403)
   */
  async execute(tx: Tx, actor: Actor, endpoint: Pick<EndpointRow, 'id' | 'orgId'>): Promise<void> {
    const { id, orgId } = endpoint;
    if (orgId !== null) await this.accounts.assertMay(tx, orgId, 'use_webhooks');
    const waiting = { endpointId: id, type: 'webhook.test', state: 'pending', attempts: 0 } as const;
    if (await tx.manager.existsBy(WebhookMessageEntity, waiting)) return;
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
