import { Body, Controller, Delete, Get, HttpCode, Param, ParseUUIDPipe, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { requireOrganization } from '@portal/authors';
import type { Page } from '@portal/kernel';
import { CurrentActor, MemberMay, RequireRole, RequireStepUp, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage } from '@portal/platform/http';
import { AddWebhook } from '../add-webhook.js';
import { ChangeWebhook } from '../change-webhook.js';
import { AUTHOR_EVENTS, SUBSCRIBABLE_TYPES } from '../domain/event-catalogue.js';
import { WebhookQueries } from '../read/webhook-queries.js';
import { RemoveWebhook } from '../remove-webhook.js';
import { ResendMessage } from '../resend-message.js';
import { RotateWebhookSecret } from '../rotate-webhook-secret.js';
import { SendTestMessage } from '../send-test-message.js';
import { ofOrganization } from '../webhook-owner.js';
import { AddWebhookDto, ChangeWebhookDto, MessagesQuery, RotateWebhookDto } from './webhooks.dto.js';
import { NewWebhookView, WebhookDoneView, WebhookEventView, WebhookMessageView, WebhookView } from './webhooks.view.js';

/** An author's servers that want to be told, in the format of Standard Webhooks. */
@ApiTags('author webhooks')
@RequireRole('author')
@Controller('api/v1/author/webhooks')
export class WebhooksController {
  constructor(
    private readonly queries: WebhookQueries,
    private readonly add: AddWebhook,
    private readonly changeWebhook: ChangeWebhook,
    private readonly removeWebhook: RemoveWebhook,
    private readonly rotateSecret: RotateWebhookSecret,
    private readonly sendTest: SendTestMessage,
    private readonly resendMessage: ResendMessage,
  ) {}

  /** List your webhooks. Oldest first. At most ten. */
  @Get()
  @ApiPage(WebhookView)
  async list(@CurrentActor() actor: Actor): Promise<Page<WebhookView>> {
    return { items: await this.queries.list(requireOrganization(actor)), next_cursor: null };
  }

  /** List webhook event types. Everything that a webhook can subscribe to. */
  @Get('events')
  @ApiPage(WebhookEventView)
  events(): Page<WebhookEventView> {
    return { items: SUBSCRIBABLE_TYPES.map((type) => ({ type, text: AUTHOR_EVENTS[type] })), next_cursor: null };
  }

  /** Create a webhook. The signing secret is shown this once. A test is sent at once; messages wait until it has passed. */
  @Post()
  @MemberMay('develop')
  @RequireStepUp()
  @ApiData(NewWebhookView, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: AddWebhookDto): Promise<NewWebhookView> {
    const { url, description = '', event_types: eventTypes } = body;
    const { id, secret } = await this.add.execute(ofOrganization(actor), { url, description, eventTypes });
    return { webhook: await this.queries.one(requireOrganization(actor), id), secret: secret.reveal() };
  }

  /**
   * Change a webhook. Its address, description and event types, or turns it off and on again. `revision` names the
   * version that was edited. A new address, or turning it on, has a test sent; messages wait until it has passed.
   */
  @Patch(':id')
  @MemberMay('develop')
  @ApiData(WebhookView)
  async update(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) id: string,
    @Body() body: ChangeWebhookDto,
  ): Promise<WebhookView> {
    const { event_types: eventTypes, revision, ...rest } = body;
    await this.changeWebhook.execute(
      ofOrganization(actor),
      id,
      { ...rest, ...(eventTypes && { eventTypes }) },
      revision,
    );
    return this.queries.one(requireOrganization(actor), id);
  }

  /**
   * Rotate the secret of a webhook. The new secret is shown this once. The old one stays valid for 24 hours unless it
   * leaked; until then every message has a signature by each.
   */
  @Post(':id/rotate')
  @MemberMay('develop')
  @RequireStepUp()
  @HttpCode(200)
  @ApiData(NewWebhookView)
  async rotate(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) id: string,
    @Body() body: RotateWebhookDto,
  ): Promise<NewWebhookView> {
    const secret = await this.rotateSecret.execute(ofOrganization(actor), id, {
      leaked: body.leaked ?? false,
      force: body.force ?? false,
    });
    return { webhook: await this.queries.one(requireOrganization(actor), id), secret: secret.reveal() };
  }

  /** Delete a webhook. Nothing more is sent; its secrets and messages are deleted. */
  @Delete(':id')
  @MemberMay('develop')
  @ApiData(WebhookDoneView)
  async remove(@CurrentActor() actor: Actor, @Param('id', ParseUUIDPipe) id: string): Promise<WebhookDoneView> {
    await this.removeWebhook.execute(ofOrganization(actor), id);
    return { done: true };
  }

  /**
   * Send a test message to a webhook. A `webhook.test` event, whatever the webhook subscribes to; once, at most every minute.
   * It passes when the answer is the value of its header `webhook-challenge`, and verifies the address.
   */
  @Post(':id/test')
  @MemberMay('develop')
  @HttpCode(202)
  @ApiData(WebhookDoneView, { status: 202, description: 'A test message is waiting to be sent' })
  async test(@CurrentActor() actor: Actor, @Param('id', ParseUUIDPipe) id: string): Promise<WebhookDoneView> {
    await this.sendTest.execute(ofOrganization(actor), id);
    return { done: true };
  }

  /** List the messages of a webhook. Newest first, with every attempt. Kept for 30 days. */
  @Get(':id/messages')
  @ApiPage(WebhookMessageView)
  messages(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) id: string,
    @Query() query: MessagesQuery,
  ): Promise<Page<WebhookMessageView>> {
    return this.queries.messages(requireOrganization(actor), id, query);
  }

  /**
   * Resend a webhook message. One that was delivered or given up. Its id stays, so the receiver can tell that it is the
   * same.
   */
  @Post(':id/messages/:messageId/resend')
  @MemberMay('develop')
  @HttpCode(202)
  @ApiData(WebhookDoneView, { status: 202, description: 'It will be resent' })
  async resend(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) id: string,
    @Param('messageId', ParseUUIDPipe) messageId: string,
  ): Promise<WebhookDoneView> {
    await this.resendMessage.execute(ofOrganization(actor), id, messageId);
    return { done: true };
  }
}
