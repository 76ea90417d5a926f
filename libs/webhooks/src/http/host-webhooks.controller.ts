import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { HOST_EVENTS, HOST_EVENT_TYPES } from '../domain/host-event-catalogue.js';
import { WebhookQueries } from '../read/webhook-queries.js';
import { WebhooksService, type WebhookOwner } from '../webhooks.service.js';
import { AddHostWebhookDto, ChangeHostWebhookDto, MessagesQuery, RotateWebhookDto } from './webhooks.dto.js';
import { NewWebhookView, WebhookDoneView, WebhookEventView, WebhookMessageView, WebhookView } from './webhooks.view.js';

const ofHost = (actor: Actor): WebhookOwner => ({ actor, orgId: null });

/** Webhooks of the host platform, about events of its tenants. Any admin manages them. */
@ApiTags('host webhooks')
@RequireRole('admin')
@Controller('api/v1/admin/webhooks')
export class HostWebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly queries: WebhookQueries,
  ) {}

  /** List the webhooks of the host. Oldest first. At most ten. */
  @Get()
  @ApiPage(WebhookView)
  async list(): Promise<Page<WebhookView>> {
    return { items: await this.queries.list(null), next_cursor: null };
  }

  /** List event types of the host's webhooks. Everything that a webhook of the host can subscribe to. */
  @Get('events')
  @ApiPage(WebhookEventView)
  events(): Page<WebhookEventView> {
    return { items: HOST_EVENT_TYPES.map((type) => ({ type, text: HOST_EVENTS[type] })), next_cursor: null };
  }

  /**
   * Create a webhook of the host. The signing secret is shown only once. A test is sent immediately; messages wait
   * until it passes.
   */
  @Post()
  @ApiData(NewWebhookView, { status: 201 })
  create(@CurrentActor() actor: Actor, @Body() body: AddHostWebhookDto): Promise<NewWebhookView> {
    return this.webhooks.add(ofHost(actor), body);
  }

  /** Change a webhook of the host. As with those of authors: `revision` names the version that was edited. */
  @Patch(':id')
  @ApiData(WebhookView)
  update(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: ChangeHostWebhookDto,
  ): Promise<WebhookView> {
    return this.webhooks.change(ofHost(actor), id, body);
  }

  /** Rotate the secret of a webhook of the host. The old one stays valid for 24 hours unless it leaked. */
  @Post(':id/rotate')
  @ApiData(NewWebhookView)
  rotate(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() body: RotateWebhookDto): Promise<NewWebhookView> {
    return this.webhooks.rotate(ofHost(actor), id, body);
  }

  /** Delete a webhook of the host. Nothing more is sent; its secrets and messages are deleted. */
  @Delete(':id')
  @ApiData(WebhookDoneView)
  async remove(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<WebhookDoneView> {
    await this.webhooks.remove(ofHost(actor), id);
    return { done: true };
  }

  /** Send a test message to a webhook of the host. Sent once, at most every minute. It verifies the URL. */
  @Post(':id/test')
  @ApiData(WebhookDoneView, { status: 202, description: 'A test message is waiting to be sent' })
  async test(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<WebhookDoneView> {
    await this.webhooks.test(ofHost(actor), id);
    return { done: true };
  }

  /** List the messages of a webhook of the host. Newest first, with every attempt. Kept for 30 days. */
  @Get(':id/messages')
  @ApiPage(WebhookMessageView)
  messages(@IdParam() id: string, @Query() query: MessagesQuery): Promise<Page<WebhookMessageView>> {
    return this.queries.messages(null, id, query);
  }

  /** Resend a message of a webhook of the host. Delivered or failed; its ID stays the same. */
  @Post(':id/messages/:messageId/resend')
  @ApiData(WebhookDoneView, { status: 202, description: 'It will be resent' })
  async resend(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @IdParam('messageId') messageId: string,
  ): Promise<WebhookDoneView> {
    await this.webhooks.resend(ofHost(actor), id, messageId);
    return { done: true };
  }
}
