import { Body, Query } from '@nestjs/common';
import { CurrentActor, SignedIn, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData, GetPage, PostData, PostPage } from '@portal/platform/http';
import { ChooseMailDto, MarkReadDto, NotificationsQuery } from './notifications.dto.js';
import { NotificationsService } from './notifications.service.js';
import { MailChoiceView, MarkedReadView, NotificationView, UnreadView } from './notifications.view.js';

/** A person's own notifications and mail preferences. Requires a session, not an API token. */
@SignedIn()
@ApiController('notifications', 'api/v1/notifications')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  /** List your notifications. Newest first; `folded` returns only the newest one of each item. */
  @GetPage('', NotificationView)
  list(@CurrentActor() actor: Actor, @Query() query: NotificationsQuery) {
    return this.notifications.list(actor, {
      ...query,
      unread: query.unread === 'true',
      folded: query.folded === 'true',
    });
  }

  /** Count your unread notifications. At most 100, with the id of the newest one. */
  @GetData('unread', UnreadView)
  unread(@CurrentActor() actor: Actor) {
    return this.notifications.unread(actor);
  }

  /** Mark notifications as read. Returns how many were marked. */
  @PostData('read', MarkedReadView)
  async readAll(@CurrentActor() actor: Actor, @Body() body: MarkReadDto) {
    return { read: await this.notifications.markAllRead(actor, { upTo: body.up_to, item: body.item }) };
  }

  /** Mark a notification as read. Returns how many were marked: one, or none if it was read already. */
  @PostData(':id/read', MarkedReadView)
  async readOne(@CurrentActor() actor: Actor, @IdParam() id: string) {
    return { read: await this.notifications.markRead(actor, id) };
  }

  /** List your mail preferences. Every topic, and whether you receive email about it. */
  @GetPage('choices', MailChoiceView)
  listChoices(@CurrentActor() actor: Actor) {
    return this.notifications.mailChoices(actor);
  }

  /** Change a mail preference. Notifications that are not emailed still appear in the portal. */
  @PostPage('choices', MailChoiceView)
  async setChoice(@CurrentActor() actor: Actor, @Body() body: ChooseMailDto) {
    await this.notifications.chooseMail(actor, body);
    return this.notifications.mailChoices(actor);
  }
}
