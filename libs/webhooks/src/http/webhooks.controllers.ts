import { Body, Injectable, Query } from '@nestjs/common';
import { requireOrganization } from '@portal/authors';
import { CurrentActor, MemberMay, RequireRole, RequireStepUp, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, DeleteData, GetPage, PatchData, PostData, DoneView } from '@portal/platform/http';
import { AUTHOR_EVENTS, SUBSCRIBABLE_TYPES } from '../domain/event-catalogue.js';
import { HOST_EVENTS, HOST_EVENT_TYPES } from '../domain/host-event-catalogue.js';
import { WebhookQueries } from '../read/webhook-queries.js';
import { WebhooksService, type WebhookOwner } from '../webhooks.service.js';
import {
  AddHostWebhookDto,
  AddWebhookDto,
  ChangeHostWebhookDto,
  ChangeWebhookDto,
  MessagesQuery,
  RotateWebhookDto,
} from './webhooks.dto.js';
import { NewWebhookView, WebhookEventView, WebhookMessageView, WebhookView } from './webhooks.view.js';

/** What is alike for every owner of webhooks, in the format of Standard Webhooks. */
@Injectable()
abstract class WebhookRoutes {
  constructor(
    protected readonly webhooks: WebhooksService,
    private readonly queries: WebhookQueries,
  ) {}

  /** @throws AppError `forbidden` (403) for who acts for none */
  protected abstract ownerOf(actor: Actor): WebhookOwner;

  /** List the webhooks. Oldest first. At most ten. */
  @GetPage('', WebhookView)
  async list(@CurrentActor() actor: Actor) {
    return { items: await this.queries.list(this.ownerOf(actor).orgId), next_cursor: null };
  }

  /**
   * Rotate the secret of a webhook. The new secret is shown only once. The old one stays valid for 24 hours unless it
   * leaked; until then every message is signed with both.
   */
  @PostData(':id/rotate', NewWebhookView)
  @MemberMay('develop')
  @RequireStepUp()
  rotate(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() body: RotateWebhookDto) {
    return this.webhooks.rotate(this.ownerOf(actor), id, body);
  }

  /** Delete a webhook. Nothing more is sent; its secrets and messages are deleted. */
  @DeleteData(':id', DoneView)
  @MemberMay('develop')
  async remove(@CurrentActor() actor: Actor, @IdParam() id: string) {
    await this.webhooks.remove(this.ownerOf(actor), id);
    return { done: true };
  }

  /**
   * Send a test message to a webhook. Sends a `webhook.test` event, whatever the webhook subscribes to, once and at
   * most every minute. It passes if the response is the value of its header `webhook-challenge`, which verifies the
   * URL.
   */
  @PostData(':id/test', DoneView, { status: 202, description: 'A test message is waiting to be sent' })
  @MemberMay('develop')
  async test(@CurrentActor() actor: Actor, @IdParam() id: string) {
    await this.webhooks.test(this.ownerOf(actor), id);
    return { done: true };
  }

  /** List the messages of a webhook. Newest first, with every attempt. Kept for 30 days. */
  @GetPage(':id/messages', WebhookMessageView)
  messages(@CurrentActor() actor: Actor, @IdParam() id: string, @Query() query: MessagesQuery) {
    return this.queries.messages(this.ownerOf(actor).orgId, id, query);
  }

  /**
   * Resend a webhook message. It was delivered or has failed. Its ID stays the same, so that the receiver can recognise
   * it.
   */
  @PostData(':id/messages/:messageId/resend', DoneView, { status: 202, description: 'It will be resent' })
  @MemberMay('develop')
  async resend(@CurrentActor() actor: Actor, @IdParam() id: string, @IdParam('messageId') messageId: string) {
    await this.webhooks.resend(this.ownerOf(actor), id, messageId);
    return { done: true };
  }
}

/** Webhooks of an author. */
@RequireRole('author')
@ApiController('author webhooks', 'api/v1/author/webhooks')
export class WebhooksController extends WebhookRoutes {
  protected ownerOf(actor: Actor): WebhookOwner {
    return { actor, orgId: requireOrganization(actor) };
  }

  /** List webhook event types. Everything that a webhook can subscribe to. */
  @GetPage('events', WebhookEventView)
  events() {
    return { items: SUBSCRIBABLE_TYPES.map((type) => ({ type, text: AUTHOR_EVENTS[type] })), next_cursor: null };
  }

  /**
   * Create a webhook. The signing secret is shown only once. A test is sent immediately; messages wait until it passes.
   */
  @PostData('', NewWebhookView, { status: 201 })
  @MemberMay('develop')
  @RequireStepUp()
  create(@CurrentActor() actor: Actor, @Body() body: AddWebhookDto) {
    return this.webhooks.add(this.ownerOf(actor), body);
  }

  /**
   * Change a webhook. Changes its URL, description and event types, or turns it off and on again. `revision` names the
   * version that was edited. A new URL, or turning it on, sends a test; messages wait until it passes.
   */
  @PatchData(':id', WebhookView)
  @MemberMay('develop')
  update(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() body: ChangeWebhookDto) {
    return this.webhooks.change(this.ownerOf(actor), id, body);
  }
}

/** Webhooks of the host platform, about events of its tenants. Any admin manages them. */
@RequireRole('admin')
@ApiController('host webhooks', 'api/v1/admin/webhooks')
export class HostWebhooksController extends WebhookRoutes {
  protected ownerOf(actor: Actor): WebhookOwner {
    return { actor, orgId: null };
  }

  /** List event types of the host's webhooks. Everything that a webhook of the host can subscribe to. */
  @GetPage('events', WebhookEventView)
  events() {
    return { items: HOST_EVENT_TYPES.map((type) => ({ type, text: HOST_EVENTS[type] })), next_cursor: null };
  }

  /**
   * Create a webhook of the host. The signing secret is shown only once. A test is sent immediately; messages wait
   * until it passes.
   */
  @PostData('', NewWebhookView, { status: 201 })
  create(@CurrentActor() actor: Actor, @Body() body: AddHostWebhookDto) {
    return this.webhooks.add(this.ownerOf(actor), body);
  }

  /** Change a webhook of the host. As with those of authors: `revision` names the version that was edited. */
  @PatchData(':id', WebhookView)
  update(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() body: ChangeHostWebhookDto) {
    return this.webhooks.change(this.ownerOf(actor), id, body);
  }
}
