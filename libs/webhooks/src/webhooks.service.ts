import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { LastChange } from '@portal/platform/audit';
import { assertExpectedVersion, Transactor } from '@portal/platform/database';
import { ChallengeWebhook } from './challenge-webhook.js';
import type { WebhookEventType } from './domain/event-catalogue.js';
import { webhooksErrors } from './errors.js';
import type { NewWebhookView, WebhookView } from './http/webhooks.view.js';
import { EndpointsRepository, factsOf } from './persistence/endpoints.repository.js';
import { MessagesRepository } from './persistence/messages.repository.js';
import { WebhookQueries } from './read/webhook-queries.js';
import { WebhookEndpointEntity, WebhookMessageEntity } from './persistence/webhook.entity.js';

const MAX_PER_OWNER = 10;
/** How long both secrets sign, ms; the specification allows several signatures. */
const OVERLAP_MS = 24 * 3_600_000;
/** Audit actions that change a webhook; the second one is the portal's own. */
const CHANGES = ['webhook.changed', 'webhook.disabled', 'webhook.added'];

/** The user who manages webhooks, and their owner. */
export interface WebhookOwner {
  readonly actor: Actor;
  /** The organisation; null for the host platform, whose routes only admins may use. */
  readonly orgId: string | null;
}

export interface WebhookFields {
  url: string;
  description?: string;
  event_types: WebhookEventType[];
}

/** Webhooks of an author or the host, as their owner manages them. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly transactor: Transactor,
    private readonly endpoints: EndpointsRepository,
    private readonly messages: MessagesRepository,
    private readonly challenge: ChallengeWebhook,
    private readonly queries: WebhookQueries,
    private readonly lastChange: LastChange,
  ) {}

  /**
   * Adds a webhook and sends a test to it. The secret is returned only here.
   * @throws AppError `webhook_url_refused` (400), `webhook_limit` (409), `not_approved_yet`, `account_suspended`,
   *   `account_terminated` (403)
   */
  async add(owner: WebhookOwner, { url, description = '', event_types }: WebhookFields): Promise<NewWebhookView> {
    const { actor, orgId } = owner;
    this.challenge.assertAddress(url);
    const { id, secret } = await this.transactor.run(async (tx) => {
      if ((await this.endpoints.countOf(tx, orgId)) >= MAX_PER_OWNER) throw webhooksErrors.webhook_limit();
      const id = await this.endpoints.insert(tx, { orgId, url, description, eventTypes: event_types }, actor.userId);
      const secret = await this.endpoints.addSecret(tx, id);
      await tx.audit(owner.actor, 'webhook.added', ['webhook', id], { after: { url, event_types } });
      await this.challenge.execute(tx, actor, { id, orgId });
      return { id, secret };
    });
    return { webhook: await this.queries.one(orgId, id), secret: secret.reveal() };
  }

  /**
   * Changes the event types, URL or description of a webhook, or turns it off and on. `revision` is the one that was
   * edited.
   * @throws AppError `webhook_not_found` (404), `webhook_url_refused` (400), `changed_meanwhile` (409) with both
   *   values, who changed it and when, `not_approved_yet`, `account_suspended`, `account_terminated` (403)
   */
  async change(
    owner: WebhookOwner,
    id: string,
    { revision, ...wanted }: Partial<WebhookFields> & { active?: boolean; revision: string },
  ): Promise<WebhookView> {
    const { actor, orgId } = owner;
    if (wanted.url !== undefined) this.challenge.assertAddress(wanted.url);
    await this.transactor.run(async (tx) => {
      const before = await this.endpoints.lock(tx, id, orgId);
      await assertExpectedVersion(revision, factsOf(before), wanted, () =>
        this.lastChange.of(tx, ['webhook', id], CHANGES, actor),
      );
      const active = wanted.active ?? before.state !== 'disabled';
      // A verification is valid for one URL and only while the endpoint is on.
      const proven = before.state === 'active' && (wanted.url ?? before.url) === before.url;
      const after = {
        url: wanted.url ?? before.url,
        description: wanted.description ?? before.description,
        eventTypes: wanted.event_types ?? before.eventTypes,
        state: active ? (proven ? ('active' as const) : ('unverified' as const)) : ('disabled' as const),
        disabledReason: active ? null : (before.disabledReason ?? 'Turned off manually.'),
      };
      await tx.manager.update(WebhookEndpointEntity, { id }, after);
      const facts = ({ url, eventTypes: event_types, state }: typeof after) => ({ url, event_types, state });
      await tx.audit(owner.actor, 'webhook.changed', ['webhook', id], { before: facts(before), after: facts(after) });
      const asksAgain = after.state === 'unverified' && (before.state !== 'unverified' || after.url !== before.url);
      if (asksAgain) await this.challenge.execute(tx, actor, before);
    });
    return this.queries.one(orgId, id);
  }

  /**
   * Rotates the secret. Messages are signed with each valid secret, so the receiver can switch at any time in the
   * overlap.
   * @param how `leaked`: the current secret ends immediately.
   * @throws AppError `webhook_not_found` (404), `webhook_overlap` (409)
   */
  async rotate(
    owner: WebhookOwner,
    id: string,
    { leaked = false, force = false }: { leaked?: boolean; force?: boolean },
  ): Promise<NewWebhookView> {
    const secret = await this.transactor.run(async (tx) => {
      await this.endpoints.lock(tx, id, owner.orgId);
      if (!leaked && !force && (await this.endpoints.overlaps(tx, id))) throw webhooksErrors.webhook_overlap();
      await this.endpoints.endSecrets(tx, id, leaked ? 0 : OVERLAP_MS);
      const secret = await this.endpoints.addSecret(tx, id);
      await tx.audit(owner.actor, 'webhook.rotated', ['webhook', id], { after: { leaked } });
      return secret;
    });
    return { webhook: await this.queries.one(owner.orgId, id), secret: secret.reveal() };
  }

  /** Deletes a webhook with its secrets and messages. @throws AppError `webhook_not_found` (404) */
  async remove(owner: WebhookOwner, id: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const { url } = await this.endpoints.lock(tx, id, owner.orgId);
      await this.endpoints.remove(tx, id);
      await tx.audit(owner.actor, 'webhook.removed', ['webhook', id], { before: { url } });
    });
  }

  /**
   * Sends a test at the owner's request.
   * @throws AppError `webhook_not_found` (404), `webhook_disabled` (409), `webhook_tested_just_now` (429),
   *   `not_approved_yet`, `account_suspended`, `account_terminated` (403)
   */
  async test({ actor, orgId }: WebhookOwner, id: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const endpoint = await this.endpoints.lock(tx, id, orgId);
      if (endpoint.state === 'disabled') throw webhooksErrors.webhook_disabled();
      const waitMs = await this.challenge.waitMs(tx, endpoint);
      if (waitMs > 0) throw webhooksErrors.webhook_tested_just_now({ retryAfterMs: waitMs });
      await this.challenge.execute(tx, actor, endpoint);
    });
  }

  /**
   * Sends a delivered or failed message again. It keeps its id, so that the receiver can recognise it.
   * @throws AppError `webhook_not_found`, `webhook_message_not_found` (404), `webhook_disabled`, `webhook_test_once` (409)
   */
  async resend({ actor, orgId }: WebhookOwner, id: string, messageId: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const endpoint = await this.endpoints.lock(tx, id, orgId);
      if (endpoint.state === 'disabled') throw webhooksErrors.webhook_disabled();
      const test = { id: messageId, endpointId: id, type: 'webhook.test' };
      if (await tx.manager.existsBy(WebhookMessageEntity, test)) throw webhooksErrors.webhook_test_once();
      if (!(await this.messages.resend(tx, id, messageId))) throw webhooksErrors.webhook_message_not_found();
      await tx.audit(actor, 'webhook.resent', ['webhook', id], { after: { message_id: messageId } });
    });
  }
}
